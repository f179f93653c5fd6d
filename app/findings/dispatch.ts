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
type ByCode = (code: number | undefined) => readonly Bound<'error'>[];

/** Which rules look at what, in one revision. */
export type Dispatch = {
  readonly [Name in Exclude<Channel, 'error' | Methodical>]: readonly Bound<Name>[];
} & {
  readonly error: ByCode;
} & { readonly [Name in Methodical]: ByMethod<Name> };

/** A server that invents codes must not fill the memory. */
const MOST_CODES = 200;

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
    toolError: bound(revision, 'toolError'),
    toolOk: bound(revision, 'toolOk'),
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
    result: byMethod(bound(revision, 'result')),
    request: byMethod(bound(revision, 'request')),
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

/** Half of the rules on errors are about a few codes: the others are not asked. */
function byCode(rules: readonly Bound<'error'>[]): ByCode {
  const lists = new Map<number | undefined, readonly Bound<'error'>[]>();
  return (code) => {
    const known = lists.get(code);
    if (known !== undefined) return known;
    const list = rules.filter(({ rule }) => looksAt(rule, code));
    if (lists.size < MOST_CODES) lists.set(code, list);
    return list;
  };
}

function looksAt({ codes }: Rule, code: number | undefined): boolean {
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
