import { isJsonObject, jsonText } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import type { HiddenFailure } from './evidence.ts';
import { judged, NOT_READ, placeOf } from './named-items.ts';
import { type ItemOutcome, isReason, wordedOutcome, wordsOf } from './outcome-words.ts';

const DEEPEST = 4;
/** Deeds of some tools, whatever they are called. */
const NEUTRAL =
  /^(?:stopped|halted|blocked|locked|revoked|suspended|dropped|withdrawn|lost|kept|down|full|short|expired|aborted)$/i;
/** Left out, because it was there. */
const NEEDLESS = /already (?:in|at|set|present|there|done|up)|unchanged|identical|up[- ]to[- ]date/i;

/** What a JSON answer says of each thing that a list among the arguments named. */
export function failureOfNamedMembers(
  value: unknown,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  for (const list of call.asked.lists) {
    const reading = new Reading(list, call);
    reading.read(value, '', 0);
    const found = judged([...reading.outcomes.values()], list.length, where, reading.shown);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Reading {
  readonly outcomes = new Map<number, ItemOutcome>();
  shown = '';
  readonly #things: readonly (readonly string[])[];
  readonly #tool: string;
  readonly #acts: boolean;

  constructor(things: readonly (readonly string[])[], { tool, purpose }: FailureContext) {
    this.#things = things;
    this.#tool = tool;
    this.#acts = purpose === 'action';
  }

  /** `key` is the name of the member, or of the list, that holds the value. */
  read(value: unknown, key: string, depth: number): void {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value) this.#readItem(item, key, depth);
    } else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const thing = this.#thing(name);
        if (thing === undefined) this.read(member, name, depth + 1);
        else this.#take(thing, this.#outcomeOf(member), { [name]: member });
      }
    } else if (typeof value === 'string') this.#readItem(value, key, depth);
  }

  #readItem(item: unknown, key: string, depth: number): void {
    const fromKey =
      !NEUTRAL.test(key) && wordedOutcome(wordsOf(key), this.#tool) === 'bad' ? 'bad' : undefined;
    if (isJsonObject(item)) {
      const thing = this.#things.findIndex((names) =>
        Object.values(item).some((member) => isNamed(member, names)),
      );
      if (thing < 0) this.read(item, key, depth + 1);
      else this.#take(thing, fromKey ?? this.#outcomeOf(item), item);
    } else if (Array.isArray(item)) {
      const thing = this.#things.findIndex((names) => isNamed(item, names));
      if (thing < 0) this.read(item, key, depth + 1);
      else this.#take(thing, fromKey ?? 'good', { [key]: item });
    } else if (isScalar(item)) {
      const text = String(item);
      const thing = this.#thing(text);
      if (thing !== undefined) this.#take(thing, fromKey ?? 'good', { [key]: item });
      else if (/warn|error|fail|problem|note|message|issue/i.test(key)) this.#readSentence(text);
    }
  }

  /** "pubmed: HTTP 503", in a list of warnings. */
  #readSentence(text: string): void {
    const thing = this.#things.findIndex((names) => names.some((name) => stands(name, text)));
    const name = this.#things[thing]?.find((one) => stands(one, text)) ?? '';
    if (thing >= 0 && wordedOutcome(text.replace(name, '')) === 'bad') this.#take(thing, 'bad', text);
  }

  #outcomeOf(member: unknown): ItemOutcome {
    // A bare "no" is what a tool that finds out may answer.
    if (member === false && !this.#acts) return 'good';
    const outcome = outcomeOfMember(member, this.#tool);
    // What is found out of a thing may be anything, also that there is none.
    return outcome === 'bad' && !this.#acts && isJsonObject(member) && !NOT_READ.test(jsonText(member))
      ? 'good'
      : outcome;
  }

  #thing(name: string): number | undefined {
    const at = this.#things.findIndex((names) => names.includes(name));
    return at < 0 ? undefined : at;
  }

  #take(thing: number, given: ItemOutcome, shown: unknown): void {
    const outcome = given === 'bad' && NEEDLESS.test(jsonText(shown)) ? 'good' : given;
    if (outcome === 'bad' && this.shown === '') this.shown = jsonText(shown);
    if (this.outcomes.get(thing) !== 'bad') this.outcomes.set(thing, outcome);
  }
}

/** True if the value, or the pair, is the name of a thing that was asked for. */
function isNamed(value: unknown, names: readonly string[]): boolean {
  if (isScalar(value)) return names.includes(String(value));
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.every((one) => isScalar(one) && names.includes(String(one)))
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** How an object or a word says that one thing went: by an error, a refusal or a reason beside nothing. */
function outcomeOfMember(member: unknown, tool: string): ItemOutcome {
  if (member === null) return 'bad';
  if (typeof member === 'string')
    return member.length < 80 && wordedOutcome(member, tool) === 'bad' ? 'bad' : 'good';
  if (!isJsonObject(member)) return member === false ? 'bad' : 'good';
  const entries = Object.entries(member);
  for (const [name, value] of entries) {
    if (
      /^(?:err|errors?|exception|fault|error_?(?:message|code|type))$/i.test(name) &&
      holds(value) &&
      value !== true
    )
      return 'bad';
    if (
      /^(?:state|status|result|res|outcome|ergebnis|statut|estado)$/i.test(name) &&
      typeof value === 'string'
    )
      if (wordedOutcome(wordsOf(value), tool) === 'bad') return 'bad';
  }
  const { status } = member;
  if (typeof status === 'number' && status >= 400 && status < 600) return 'bad';
  const no = entries.some(
    ([name, value]) => value === false && !isReason(name) && wordedOutcome(wordsOf(name)) !== 'bad',
  );
  const empty = no || entries.some(([, value]) => value === null);
  const reason = entries.some(([name, value]) => isReason(name) && holds(value));
  const told =
    entries.length < 4 &&
    entries.some(
      ([name, value]) =>
        /^(?:reason|because|why|warum|cause|error|grund|motif|motivo)$/i.test(name) && holds(value),
    );
  if (told) return 'bad';
  const sole = entries.length < 4 && no;
  return empty && (reason || sole) ? 'bad' : 'good';
}

function holds(value: unknown): boolean {
  return value !== null && value !== '' && value !== false && value !== 0;
}

/** A short name stands in many words by chance. */
function stands(name: string, text: string): boolean {
  return name.length > 3 ? text.includes(name) : placeOf(name, text) >= 0;
}
