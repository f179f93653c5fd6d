import type { Revision } from '../protocol/revisions.ts';
import { ALL_RULES } from './all-rules.ts';
import type { Severity } from './finding.ts';
import type { Checks, Rule } from './rule.ts';

type Channel = keyof Checks;
/** The channels in which a rule may name its methods. */
type Methodical = 'result' | 'request' | 'notification';

/** A rule's check of one channel, with the severity that it has in the revision. */
export type Bound<Name extends Channel> = {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly check: NonNullable<Checks[Name]>;
};

type ByMethod<Name extends Channel> = (method: string) => readonly Bound<Name>[];
/** The channels of answers, whose rules may name their traits. */
type Answering = 'error' | 'toolError' | 'toolOk' | 'result';

/** Which rules look at what, in one revision. */
export type Dispatch = {
  readonly [Name in Exclude<Channel, Answering | Methodical>]: readonly Bound<Name>[];
} & {
  readonly error: (code: number | undefined, method: string) => ByTraits<'error'>;
  readonly toolError: ByTraits<'toolError'>;
  readonly toolOk: ByTraits<'toolOk'>;
  readonly result: (method: string) => ByTraits<'result'>;
  readonly request: (method: string) => ByTraits<'request'>;
  readonly notification: ByMethod<'notification'>;
};

/** A server that invents codes must not fill the memory. */
const MAX_LISTS = 500;

/** The rules that look at answers or requests, by the traits that one has (trait.ts). */
export class ByTraits<Name extends Channel> {
  readonly rules: readonly Bound<Name>[];
  /** The traits that make a difference. */
  readonly #telling: number;
  readonly #lists = new Map<number, readonly Bound<Name>[]>();
  #latestTraits = 0;
  #latest: readonly Bound<Name>[] | undefined;

  constructor(rules: readonly Bound<Name>[]) {
    this.rules = rules;
    this.#telling = rules.reduce((sum, { rule }) => sum | (rule.traits ?? 0), 0);
  }

  /** The rules for an answer with these traits: those that name one of them, and those that name none. */
  of(traits: number): readonly Bound<Name>[] {
    const telling = traits & this.#telling;
    // Nearly every answer has the traits of the one before it.
    if (this.#latest !== undefined && this.#latestTraits === telling) return this.#latest;
    const list = this.#lists.get(telling) ?? this.#chosen(telling);
    this.#latestTraits = telling;
    this.#latest = list;
    return list;
  }

  #chosen(telling: number): readonly Bound<Name>[] {
    const list = this.rules.filter(({ rule }) => rule.traits === undefined || (rule.traits & telling) !== 0);
    if (this.#lists.size < MAX_LISTS) this.#lists.set(telling, list);
    return list;
  }
}

const known = new Map<Revision, Dispatch>();
let latest: { readonly revision: Revision; readonly dispatch: Dispatch } | undefined;

/** The rules that hold in a revision, by what they look at; built once for each revision. */
export function dispatchFor(revision: Revision): Dispatch {
  // Nearly every message has the revision of the one before it.
  if (latest?.revision === revision) return latest.dispatch;
  let dispatch = known.get(revision);
  if (dispatch === undefined) {
    dispatch = build(revision);
    known.set(revision, dispatch);
  }
  latest = { revision, dispatch };
  return dispatch;
}

function build(revision: Revision): Dispatch {
  return {
    error: byCode(bound(revision, 'error')),
    resultFault: bound(revision, 'resultFault'),
    toolError: new ByTraits(bound(revision, 'toolError')),
    toolOk: new ByTraits(bound(revision, 'toolOk')),
    cancelledAnswer: bound(revision, 'cancelledAnswer'),
    earlyRequest: bound(revision, 'earlyRequest'),
    firstMessage: bound(revision, 'firstMessage'),
    serverRequest: bound(revision, 'serverRequest'),
    reusedId: bound(revision, 'reusedId'),
    mismatch: bound(revision, 'mismatch'),
    fault: bound(revision, 'fault'),
    malformed: bound(revision, 'malformed'),
    batch: bound(revision, 'batch'),
    process: bound(revision, 'process'),
    client: bound(revision, 'client'),
    end: bound(revision, 'end'),
    result: traitsByMethod(bound(revision, 'result')),
    request: traitsByMethod(bound(revision, 'request')),
    notification: byMethod(bound(revision, 'notification')),
  };
}

function bound<Name extends Channel>(revision: Revision, channel: Name): Bound<Name>[] {
  const found: Bound<Name>[] = [];
  for (const rule of ALL_RULES) {
    const severity = typeof rule.severity === 'string' ? rule.severity : rule.severity(revision);
    const check = rule.checks[channel];
    if (severity !== undefined && check !== undefined) found.push({ rule, severity, check });
  }
  return found;
}

function byMethod<Name extends Channel>(rules: readonly Bound<Name>[]): ByMethod<Name> {
  return byKey(rules, ({ rule }) => rule.methods);
}

function traitsByMethod<Name extends Methodical>(
  rules: readonly Bound<Name>[],
): (method: string) => ByTraits<Name> {
  const ofMethod = byMethod(rules);
  const named = new Set(rules.flatMap(({ rule }) => rule.methods ?? []));
  const lists = new Map([...named].map((method) => [method, new ByTraits(ofMethod(method))]));
  const others = new ByTraits(rules.filter(({ rule }) => rule.methods === undefined));
  return (method) => lists.get(method) ?? others;
}

/** Half of the rules on errors are about a few codes or methods: the others are not asked. */
function byCode(
  rules: readonly Bound<'error'>[],
): (code: number | undefined, method: string) => ByTraits<'error'> {
  const known = new Map<number | undefined, Map<string, ByTraits<'error'>>>();
  const methods = new Set(rules.flatMap(({ rule }) => rule.methods ?? []));
  return (code, method) => {
    const named = methods.has(method) ? method : '';
    const before = known.get(code)?.get(named);
    if (before !== undefined) return before;
    const list = new ByTraits(rules.filter(({ rule }) => looksAt(rule, code, named)));
    const ofCode = known.get(code) ?? new Map<string, ByTraits<'error'>>();
    if (known.size < MAX_LISTS) known.set(code, ofCode.set(named, list));
    return list;
  };
}

function looksAt({ codes, methods }: Rule, code: number | undefined, method: string): boolean {
  if (methods?.includes(method) === false) return false;
  if (codes === undefined) return true;
  return typeof codes === 'function' ? codes(code) : code !== undefined && codes.includes(code);
}

/** Finds the items of a key, those without keys among them, in their order. */
function byKey<Key, Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[] | undefined,
): (key: Key) => readonly Item[] {
  const general = items.filter((item) => keysOf(item) === undefined);
  const special = new Map<Key, readonly Item[]>();
  for (const key of new Set(items.flatMap((item) => keysOf(item) ?? []))) {
    special.set(
      key,
      items.filter((item) => keysOf(item)?.includes(key) !== false),
    );
  }
  return (key) => special.get(key) ?? general;
}
