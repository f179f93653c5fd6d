import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import { anyOf, pattern, wordsOf } from './lexicon.ts';
import { signalsOfObject } from './lines.ts';
import { failure, failureOfSome, type HiddenFailure, scored } from './scorer.ts';
import { outcomeIn, type PhraseOutcome, wasSoBefore } from './statements.ts';
import type { ToolCall } from './tool-call.ts';

/** For each thing in a list, the texts and numbers that name it. */
type Things = readonly (readonly string[])[];

const MAX_DEPTH = 4;
const CLAUSES = /\n|(?<!\.)[.;!](?=\s|$)|[；。]| \/ |,? (?:but|while|whereas|although) /u;
const ASIDE = / ?\([^)]*\)/g;
/** A thing that is found may be in any state; one that could not be looked at means a failed call. */
const NOT_READ = pattern('{not_read}');
const HARMLESS = pattern('{needless_item}');
/** Tools that act on a thing's state, whatever they are called. */
const STATE = pattern('^{state_of_thing}$');
const COMPLAINS = /warn|error|fail|problem|note|message|issue/i;

/** The failures that a text or JSON value reports for things listed in the arguments. */
export function failureOfNamed(value: unknown, where: string, call: ToolCall): HiddenFailure | undefined {
  for (const things of call.lists) {
    const tally = new Tally(things, call);
    if (typeof value === 'string') tally.readText(value);
    else tally.readValue(value, '', 0);
    const bad = countBad([...tally.outcomes.values()]);
    if (bad > 0) return failureOfSome(bad, things.length, 'of what was asked for failed', where, tally.shown);
  }
  return undefined;
}

function countBad(outcomes: readonly (PhraseOutcome | undefined)[]): number {
  return outcomes.filter((outcome) => outcome === 'bad').length;
}

/** The outcome of each thing, and the first words that state a failure. */
class Tally {
  readonly outcomes = new Map<number, PhraseOutcome>();
  shown = '';
  readonly #things: Things;
  readonly #call: ToolCall;
  readonly #acts: boolean;

  constructor(things: Things, call: ToolCall) {
    this.#things = things;
    this.#call = call;
    this.#acts = call.purpose === 'action';
  }

  readText(text: string): void {
    for (const clause of text.split(CLAUSES)) {
      const parts = partsOf(clause, this.#things);
      const whole = this.#outcomeOf(parts.map(({ before, part }) => `${before} ${part}`).join(' '));
      for (const { thing, part, before } of parts) {
        const outcome = this.#outcomeOf(part) ?? this.#outcomeOf(before) ?? whole ?? 'good';
        const isSo = HARMLESS.test(part) || wasSoBefore(part.replace(/^\W+/, ''), this.#call);
        const isOfCall = !isSo && (this.#acts || NOT_READ.test(part));
        this.#take(thing, isOfCall ? outcome : 'good', clause.trim());
      }
    }
  }

  /** `key` is the name of the member or list that contains the value. */
  readValue(value: unknown, key: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      for (const item of value) this.#readItem(item, key, depth);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const thing = this.#things.findIndex((names) => names.includes(name));
        if (thing < 0) this.readValue(member, name, depth + 1);
        else this.#take(thing, this.#outcomeOfMember(member), jsonText({ [name]: member }));
      }
    } else if (typeof value === 'string') this.#readItem(value, key, depth);
  }

  #readItem(item: unknown, key: string, depth: number): void {
    const members = isJsonObject(item) ? Object.values(item) : [item];
    const thing = this.#things.findIndex((names) => members.some((member) => isNamed(member, names)));
    if (thing >= 0) {
      const words = wordsOf(key);
      const isBad = !STATE.test(words) && outcomeIn(words, this.#call) === 'bad';
      const outcome = isJsonObject(item) ? this.#outcomeOfMember(item) : 'good';
      this.#take(thing, isBad ? 'bad' : outcome, jsonText(isJsonObject(item) ? item : { [key]: item }));
    } else if (typeof item === 'object') this.readValue(item, key, depth + 1);
    // "pubmed: HTTP 503", in a list of warnings.
    else if (COMPLAINS.test(key)) this.readText(String(item));
  }

  #outcomeOf(phrase: string): PhraseOutcome | undefined {
    return outcomeIn(phrase.replace(ASIDE, ''), this.#call) ?? outcomeIn(phrase, this.#call);
  }

  #outcomeOfMember(member: unknown): PhraseOutcome {
    // A lookup tool may legitimately answer a plain "no".
    if (member === null || (member === false && this.#acts)) return 'bad';
    if (typeof member === 'string') return (member.length < 80 && outcomeIn(member, this.#call)) || 'good';
    if (!isJsonObject(member)) return 'good';
    return scored('named', signalsOfObject(member, this.#call)) === undefined ? 'good' : 'bad';
  }

  #take(thing: number, given: PhraseOutcome, shown: string): void {
    const outcome = given === 'bad' && HARMLESS.test(shown) ? 'good' : given;
    if (outcome === 'bad' && this.shown === '') this.shown = shown;
    if (this.outcomes.get(thing) !== 'bad') this.outcomes.set(thing, outcome);
  }
}

function isNamed(value: unknown, names: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 1 && value.every((one) => isNamed(one, names));
  return (typeof value === 'string' || typeof value === 'number') && names.includes(String(value));
}

type Part = { readonly thing: number; readonly part: string; readonly before: string };

/** The things that a clause names, each with the text up to the next one; the first also has the text before it. */
function partsOf(clause: string, things: Things): Part[] {
  const found = things
    .flatMap((names, thing) => {
      const places = names.map((name) => ({ thing, at: placeOf(name, clause), length: name.length }));
      return places.find(({ at }) => at >= 0) ?? [];
    })
    .sort((one, other) => one.at - other.at);
  return found.map(({ thing, at, length }, index) => ({
    thing,
    // The name itself may be a word for a failure.
    part: clause.slice(at + length, found[index + 1]?.at),
    before: index === 0 ? clause.slice(0, at) : '',
  }));
}

/** The position of the name in the clause as a separate word; -1 if it does not occur. */
function placeOf(name: string, clause: string): number {
  const word = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  // A small number is an id only if written like one; otherwise it may count anything.
  const isId = `(?:#|\\b(?:id|no\\.?|number|row|item|line) )${word}\\b|(?<![\\w.,-])${word}(?=[:,)=]|$)|\\b[a-z]{3,} ${word}(?= (?:and|was|were|is|has|did|could|won|failed|had|can)\\b)`;
  const found = new RegExp(
    /^\d{1,2}$/.test(name) ? isId : `(?<![\\p{L}\\p{N}_-])${word}(?![\\p{L}\\p{N}_-])`,
    'iu',
  ).exec(clause);
  return found === null ? -1 : found.index + found[0].length - name.length;
}

/** Lists of outcomes, by name, and lists of attempts. */
const OUTCOMES = pattern('^{item_list}$');
const OWN_OUTCOMES = /^(?:results|outcomes|responses)$/;
const ON_THE_WAY = pattern('\\b{tried}\\b');
const OUTCOME = /^(?:success|ok|status|error)$/;
const SAYS_HOW = anyOf(['^(?:success|ok)$', '^{reason_name}$']);
const DONE = /^(?:done|ok|okay|success|completed?|changed|created|ready)$/i;
const QUERIES = /sql|quer|cypher|select/;

const MAX_ITEMS = 300;

type Items = { readonly name: string; readonly items: readonly unknown[] };

/** The failure that a list or map of outcomes reports. */
export function failureOfItems(value: object, where: string, call: ToolCall): HiddenFailure | undefined {
  const { purpose } = call;
  const isList = Array.isArray(value);
  if (purpose === 'check' || purpose === 'raw' || (purpose === 'rewrite' && isList)) return undefined;
  const found = (isList ? [{ name: '', items: value }] : itemsIn(value)).find(
    ({ items }) => items.length > 0 && items.every(isJsonObject),
  );
  if (found === undefined) return undefined;
  const items = found.items.slice(0, MAX_ITEMS).map(unwrapped);
  // A step next to finished ones failed if its state is bad in any way.
  const isStep = purpose === 'action' && items.some((item) => Object.values(item).some(isDone));
  const list = isStep ? 'named' : 'item';
  const bad = items.filter((item) => scored(list, signalsOfObject(item, call)) !== undefined);
  if (bad.length === 0 || !reportsOnEach({ ...found, items }, call)) return undefined;
  const path = found.name === '' ? where : `${where}.${found.name}`;
  const shown = jsonText(bad[0]);
  if (items.length > 1) return failureOfSome(bad.length, items.length, 'items failed', path, shown);
  const isBesideGood = Object.values(value).some((member) => typeof member === 'number' && member > 0);
  return failure(isBesideGood ? 'partial' : 'failure', path, shown, 'the only item failed');
}

/** A list with an outcome's name, or the only one if each item says how it went; or all members. */
function itemsIn(value: object): Items[] {
  const entries = Object.entries(value).map(([name, member]) => ({ name, items: member }));
  const lists = entries.filter(({ items }) => Array.isArray(items) && items.length > 0);
  const named = entries.filter(
    ({ name, items }) => OUTCOMES.test(name) && (Array.isArray(items) || isMap(items)),
  );
  const [only, another] = lists;
  const isSole =
    only !== undefined &&
    another === undefined &&
    !ON_THE_WAY.test(wordsOf(only.name)) &&
    only.items.every((item: unknown) => hasMember(item, OUTCOME)) &&
    only.items.some((item: unknown) => hasMember(item, SAYS_HOW));
  // One word per part: `{dns: "ok", tls: "rate limited", web: "ok"}`.
  const words = entries.map(({ items: status }) => ({ status }));
  const isEach =
    words.every(({ status }) => typeof status === 'string') &&
    words.filter(({ status }) => isDone(status)).length > 1;
  return [
    ...named,
    ...(isSole ? [only] : []),
    { name: '', items: isMap(value) ? value : isEach ? words : [] },
  ].map(({ name, items }) => ({ name, items: Object.values(items) }));
}

function isMap(value: unknown): boolean {
  if (!isJsonObject(value) || 'error' in value || 'errors' in value) return false;
  const members = Object.values(value);
  return members.length > 1 && members.every(isJsonObject);
}

function hasMember(item: unknown, test: RegExp): boolean {
  return isJsonObject(item) && Object.keys(item).some((name) => test.test(wordsOf(name)));
}

function isDone(value: unknown): boolean {
  return typeof value === 'string' && DONE.test(value);
}

/** Elasticsearch wraps each item in the operation's name: `{index: {…}}`. */
function unwrapped(item: unknown): JsonObject {
  if (!isJsonObject(item)) return {};
  const [only, ...rest] = Object.values(item);
  return rest.length === 0 && isJsonObject(only) ? only : item;
}

/** True for a tool that reports on its own items; a tool that lists things also lists their faults. */
function reportsOnEach({ items, name }: Items, call: ToolCall): boolean {
  const [first] = items;
  if (call.hasListOf(items.length)) return true;
  const members = isJsonObject(first) ? Object.keys(first) : [];
  if (
    items.length === 1 &&
    members.length <= 3 &&
    !members.includes('id') &&
    hasMember(first, /^error(?: code)?$/)
  )
    return true;
  // The rows of a query are its results.
  if (call.purpose === 'action' && !QUERIES.test(call.name)) return true;
  if (call.purpose !== 'unknown') return false;
  return OWN_OUTCOMES.test(name) || items.every((item) => hasMember(item, /^(?:success|ok)$/));
}

const LABEL = /^[^\n]{1,80}?(?::|\s{2,}|→|->|=>| [-–] ) ?(?=\S)/;
const MARK = /^\s*(?:[-*•]|\d+[.)]|\[.\])\s+/;
/** "db ok", "badge access – done" */
const DONE_LINE = pattern('\\b(?:{good_word}|done|{program_act}|pushed|configured|applied)\\W*$');
const ACT = pattern('\\b§?{program_act}\\b|{own_act}');

/** A line or comma-separated entry per thing, such as "P-1: sent", some of which state a failure. */
export function failureOfLines(text: string, where: string, call: ToolCall): HiddenFailure | undefined {
  const lines = entriesOf(text.trim());
  const isAsked = call.hasListOf(lines.length);
  if (lines.length < 2 || !(isAsked || call.purpose === 'action')) return undefined;
  const outcomes = lines.map((line) => {
    const said = line.replace(LABEL, '');
    const isOfCall = !wasSoBefore(said, call) && (call.purpose === 'action' || NOT_READ.test(said));
    const outcome = outcomeIn(said, call);
    return outcome === 'bad' && !isOfCall ? 'good' : outcome;
  });
  // Lines without an outcome describe one thing, and decisions of others are not failures of a tool that counts them.
  const isOwn = lines.some((line) => DONE_LINE.test(line) || ACT.test(call.marked(line)));
  if (!isAsked && (outcomes.includes(undefined) || !outcomes.includes('good') || !isOwn)) return undefined;
  const shown = lines[outcomes.indexOf('bad')] ?? '';
  return failureOfSome(countBad(outcomes), lines.length, 'lines state a failure', where, shown);
}

/** Lines of the same form, or entries that start with the same word, without headings. */
function entriesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const marked = lines.filter((line) => MARK.test(line));
  if (marked.length > 1) return marked;
  const [only = ''] = lines;
  const word = /^\W*\w+/.exec(only)?.[0].toLowerCase() ?? '';
  const entries = lines.length === 1 ? only.split(/[,;] /) : lines;
  const isEntry = (line: string) =>
    line.toLowerCase().startsWith(word) || (lines.length > 1 && (LABEL.test(line) || DONE_LINE.test(line)));
  return entries.every(isEntry) ? entries : [];
}
