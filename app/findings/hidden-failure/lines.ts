import { isJsonObject, type JsonObject, jsonText } from '../../base/json-value.ts';
import { anyOf, pattern, wordsOf } from './lexicon.ts';
import { type AnswerLine, Signals } from './scorer.ts';
import { failureSentence, wasSoBefore } from './statements.ts';
import type { ToolCall } from './tool-call.ts';

const MAX_CLAUSES = 12;
const MAX_CLAUSE = 300;
const MAX_PARAGRAPH = 400;
/** An error page is short; a longer one says more than that it failed. */
const SHORT_PAGE = 2500;
const MAX_PAGE = 3000;
const SOME_OF = /\b(\d+)(?: out of(?: the)? | of(?: the)? |\/)(\d+)\b/;
/** A second sentence explains, or lists alternatives. */
const CLAUSES = /(?<=[.!?;])\s+|\n+| [-–—] |, (?:but|so|and) /u;
const QUOTED = /'[^'\n]{1,60}'(?!\w)|"[^"\n]{1,60}"|«[^»]*»|“[^”]*”/g;
const FIRST_SENTENCE = /\n|(?<=[\w"'`)])[.!;] /;
const IN_NAME = /(?<=[a-z])_(?=[a-z])/gi;
const INTERJECTION = pattern('^{interjection}[.!,:]?$');

/** The text without what stands in quotes: a title or a message, which is not said of the call. */
function plainOf(text: string): string {
  return text.replace(QUOTED, ' _q_ ');
}

export function signalsOfText(text: string, call: ToolCall): Signals {
  const trimmed = text.trim();
  // "set_meter expects a number": the name of the tool tells of no act.
  const said = /[^a-z]/.test(call.tool) ? trimmed.replace(call.tool, ' ') : trimmed;
  const marked = call.marked(said.replace(IN_NAME, ' '));
  const plain = plainOf(marked);
  const clauses = clausesOf(plain);
  const sentence = failureSentence(call.withoutStates(trimmed));
  const lines = [
    ...(sentence === undefined ? [] : [{ in: 'fact', text: sentence.strength, why: sentence.why }]),
    { in: 'tool', text: call.name },
    ...factsOfText(trimmed, clauses.length, call),
    { in: 'raw', text: trimmed },
    { in: 'marked', text: marked },
    { in: 'plain', text: plain },
    { in: 'paragraph', text: plain.slice(0, MAX_PARAGRAPH) },
    { in: 'first sentence', text: marked.split(FIRST_SENTENCE, 1)[0]?.slice(0, MAX_CLAUSE) ?? '' },
    ...clauses.map((clause, at) => ({ in: at === 0 ? 'first clause' : 'later clause', text: clause })),
    ...clauses.map((clause) => ({ in: 'clause', text: clause })),
  ];
  return new Signals(lines, call);
}

/** The signals of a text that may be a page or a document of an error. */
export function signalsOfPage(text: string, call: ToolCall): Signals {
  const start = { in: 'page', text: text.slice(0, MAX_PAGE).trimStart() };
  return new Signals(text.length > SHORT_PAGE ? [start] : [start, { ...start, in: 'short page' }], call);
}

function clausesOf(marked: string): string[] {
  const [first = '', second, ...more] = marked
    .replace(/\([^)]*\)/g, ' ')
    .replace(/ {2,}/g, ' ')
    .split(CLAUSES, MAX_CLAUSES)
    .map((clause) => clause.replace(/^[^\p{L}\p{N}_§✅✔✓❌✗✘]+/u, '').slice(0, MAX_CLAUSE))
    .filter((clause) => clause !== '');
  if (second === undefined) return [first];
  const isInterjection = INTERJECTION.test(first) || !/[a-z]/i.test(first);
  return isInterjection ? [`${first} ${second}`, ...more] : [first, second, ...more];
}

function factsOfText(text: string, clauses: number, call: ToolCall): AnswerLine[] {
  const lines = text.split('\n').length;
  const [, some = 1, all = 0] = (SOME_OF.exec(text.slice(0, MAX_PARAGRAPH)) ?? []).map(Number);
  return facts(`${lines} lines, ${clauses} clauses, ${text.length} characters`, {
    heading: /:\s*(?:\n|$)/.test(text),
    'list heading': /:\s*\n\s*\S/.test(text),
    'many sentences': text.split(/[.!] /).length > 2,
    'names what was asked': call.isNamedIn(text),
    'asked of errors': call.speaksOfErrors,
    'asked of a file': call.namesFile,
    'asked for nothing': call.hasListOf(0),
    repeated: call.isRepeatedBy(text),
    'was so before': wasSoBefore(text, call),
    'fewer than all': some < all,
    'fewer than all but some': some > 0 && some < all,
  });
}

/** A line for what is counted, and one for each fact that holds. */
function facts(size: string, all: { readonly [fact: string]: boolean }): AnswerLine[] {
  const held = Object.keys(all).filter((fact) => all[fact] === true);
  return [{ in: 'size', text: size }, ...held.map((text) => ({ in: 'fact', text }))];
}

const MAX_MEMBERS = 60;
const MAX_DEPTH = 2;
/** Members that speak of the call; beside them a record has members that describe a thing. */
const OF_CALL = pattern('^{of_call}$');
/** What a record of a thing is known by. */
const OF_THING = pattern('^{of_thing}$');
/** Members that bring nothing that was asked for, however full they are. */
const NO_DATA = pattern('^{no_data}$');
const SAYS_WHY = pattern('^{says_why}$');
const SAYS_ERROR = anyOf(['^(?:code|type)$', '^{reason_name}$']);
const FORMER = pattern('^{former}');
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const ID = /(?:^| )id$/;

type Member = { readonly name: string; readonly words: string; readonly value: unknown };

/** The signals of an object that answers the call: those of each member, and of what its members are together. */
export function signalsOfObject(value: JsonObject, call: ToolCall): Signals {
  const members = membersOf(value);
  const lead = members.find((member) => !isEcho(member.value, call));
  const lines = [
    ...members.flatMap((member) => linesOfMember(member, '', call, 0)),
    ...members.flatMap((member) => saidBy(member, call)),
    ...(lead === undefined ? [] : [{ ...lineOf(lead, '', call), in: 'first member' }]),
    { in: 'tool', text: call.name },
    ...factsOfObject(members, call),
  ];
  return new Signals(lines, call);
}

function membersOf(value: JsonObject): Member[] {
  const names = Object.keys(value).slice(0, MAX_MEMBERS);
  return names.map((name) => ({ name, words: wordsOf(name), value: value[name] }));
}

function linesOfMember(member: Member, path: string, call: ToolCall, depth: number): AnswerLine[] {
  const { value, words, name } = member;
  const own = { ...lineOf(member, path, call), in: depth === 0 ? 'member' : 'inner member' };
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_MEMBERS).filter(isJsonObject).flatMap(membersOf);
    return [own, ...items.map((item) => ({ ...lineOf(item, path, call), in: 'item member' }))];
  }
  if (!isJsonObject(value) || depth === MAX_DEPTH || FORMER.test(words)) return [own];
  const inner = membersOf(value);
  return [own, ...inner.flatMap((one) => linesOfMember(one, `${path}.${name}`, call, depth + 1))];
}

function lineOf({ name, words, value }: Member, path: string, call: ToolCall): AnswerLine {
  const text = `${call.ownMarked(words)} = ${written(value, call)}`;
  return { in: 'member', text, path: `${path}.${name}`, shown: jsonText(value) };
}

function saidBy({ name, words, value }: Member, call: ToolCall): AnswerLine[] {
  const text = onlyText(value);
  const isRepeated = text === '' || call.isGiven(text) || call.isRepeatedBy(text);
  const sentence = isRepeated ? undefined : failureSentence(text);
  if (sentence === undefined) return [];
  const line = { in: 'fact', why: sentence.why, path: `.${name}`, shown: text };
  const isMessage = /^(?:message|msg|detail)$/.test(words);
  return [
    { ...line, text: sentence.strength === 'plain' ? 'said by anybody' : 'said by a program' },
    ...(isMessage ? [{ ...line, text: 'a message says' }] : []),
  ];
}

/** The text, or the only one in a list or an object of lists: `{"base": ["Reference not found"]}`. */
function onlyText(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.length === 1 ? onlyText(parts[0]) : '';
}

/** A member's value in a line: a text in quotes, marked; a list and an object by what they hold. */
function written(value: unknown, call: ToolCall): string {
  if (value !== 0 && call.isGiven(value)) return typeof value === 'string' ? '"_arg_"' : '_arg_';
  if (typeof value === 'string') {
    if (value.trim() === '') return 'empty';
    if (CONSTANT.test(value)) return `"${call.marked(wordsOf(value))} of a constant"`;
    const words = /^\w+$/.test(value) ? wordsOf(value) : value.slice(0, MAX_CLAUSE);
    return `"${plainOf(call.marked(words)).replaceAll('"', ' ')}"`;
  }
  if (Array.isArray(value))
    return value.length === 0 ? 'empty list' : `list of ${value.length} ${kindOf(value)}`;
  if (isJsonObject(value)) return Object.keys(value).length === 0 ? 'empty object' : 'object';
  return String(value);
}

function kindOf(list: readonly unknown[]): string {
  if (list.every((item) => typeof item === 'string')) return 'texts';
  if (!list.every(isJsonObject)) return 'numbers';
  const areErrors = list.every((item) => Object.keys(item).some((name) => SAYS_ERROR.test(wordsOf(name))));
  return areErrors ? 'error objects' : 'objects';
}

function factsOfObject(members: readonly Member[], call: ToolCall): AnswerLine[] {
  const data = members.filter(
    ({ words, value }) => !NO_DATA.test(words) && isFull(value) && !isEcho(value, call),
  ).length;
  const own = members.filter(({ value }) => !isEcho(value, call));
  const left = members.filter(
    ({ value }) =>
      typeof value === 'boolean' || (isFull(value) && !(typeof value === 'string' && call.isGiven(value))),
  );
  const known = members.filter(({ words }) => OF_THING.test(words));
  const things = members.filter(({ words }) => !OF_CALL.test(words) || OF_THING.test(words));
  return facts(`${members.length} members: ${members.map(({ words }) => words).join('; ')}`, {
    'no data': data === 0,
    'data of one member': data === 1,
    // An object that describes a thing, for which an error or a status is one fact among others.
    'a record':
      known.length > 1 || (things.length > 1 && known.some(({ words }) => !/^(title|id)$/.test(words))),
    'of the call alone': members.every(({ words }) => OF_CALL.test(words)),
    'ids and echoes alone': members.every(
      ({ words, value }) => OF_CALL.test(words) || ID.test(words) || !isFull(value) || isEcho(value, call),
    ),
    'says why': members.some(({ words, value }) => SAYS_WHY.test(words) && (value === true || isFull(value))),
    'one text left': left.length === 1,
    'nothing else': members.filter(({ value }) => isFull(value)).length === 1,
    'texts beside': own.length > 1 && own.every(({ value }, at) => at === 0 || typeof value === 'string'),
    'a list of objects': members.some(({ value }) => Array.isArray(value) && value.some(isJsonObject)),
    'was so before': members.some(({ value }) => typeof value === 'string' && wasSoBefore(value, call)),
    'asked for several': call.lists.length > 0,
  });
}

/** What the caller sent comes back, whole or in an object. */
function isEcho(value: unknown, call: ToolCall): boolean {
  if (!isJsonObject(value)) return call.isGiven(value);
  return isFull(value) && Object.values(value).every((one) => call.isGiven(one));
}

function isFull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== null);
  if (isJsonObject(value)) return Object.values(value).some(isFull);
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'number' && value !== 0;
}
