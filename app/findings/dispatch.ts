import { ALL_RULES } from './all-rules.ts';
import type { Severity } from './finding.ts';
import type { Revision } from './revision.ts';
import type { Judges, Rule } from './rule.ts';

type Channel = keyof Judges;

/** A rule's judge of one channel, with the severity that it has in the revision. */
export type Bound<Name extends Channel> = {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly judge: NonNullable<Judges[Name]>;
};

type ByMethod<Name extends Channel> = (method: string) => readonly Bound<Name>[];

/** Which rules look at what, in one revision. */
export type Dispatch = {
  readonly [Name in Exclude<Channel, 'result' | 'notification'>]: readonly Bound<Name>[];
} & {
  readonly result: ByMethod<'result'>;
  readonly notification: ByMethod<'notification'>;
};

const known = new Map<Revision, Dispatch>();

/** The rules that hold in a revision, by what they look at; built once for each revision. */
export function dispatchFor(revision: Revision): Dispatch {
  let dispatch = known.get(revision);
  if (dispatch === undefined) {
    dispatch = build(revision);
    known.set(revision, dispatch);
  }
  return dispatch;
}

function build(revision: Revision): Dispatch {
  return {
    error: bound(revision, 'error'),
    toolError: bound(revision, 'toolError'),
    toolOk: bound(revision, 'toolOk'),
    cancelledAnswer: bound(revision, 'cancelledAnswer'),
    serverRequest: bound(revision, 'serverRequest'),
    reusedId: bound(revision, 'reusedId'),
    stray: bound(revision, 'stray'),
    fault: bound(revision, 'fault'),
    malformed: bound(revision, 'malformed'),
    batch: bound(revision, 'batch'),
    process: bound(revision, 'process'),
    client: bound(revision, 'client'),
    end: bound(revision, 'end'),
    result: byMethod(bound(revision, 'result')),
    notification: byMethod(bound(revision, 'notification')),
  };
}

function bound<Name extends Channel>(revision: Revision, channel: Name): Bound<Name>[] {
  const found: Bound<Name>[] = [];
  for (const rule of ALL_RULES) {
    const severity = rule.severity(revision);
    const judge = rule.judges[channel];
    if (severity !== undefined && judge !== undefined) found.push({ rule, severity, judge });
  }
  return found;
}

function byMethod<Name extends Channel>(rules: readonly Bound<Name>[]): ByMethod<Name> {
  const general = rules.filter(({ rule }) => rule.methods === undefined);
  const special = new Map<string, readonly Bound<Name>[]>();
  for (const method of new Set(rules.flatMap(({ rule }) => rule.methods ?? []))) {
    special.set(
      method,
      rules.filter(({ rule }) => rule.methods === undefined || rule.methods.includes(method)),
    );
  }
  return (method) => special.get(method) ?? general;
}
