import { alignExchanges, CHANGE_KINDS, type Change, changesOf, onlyIn, type Pair } from './change.ts';
import { noiseFilter, type ReadNoise } from './noise-filter.ts';
import type { Run, RunEvent, RunExchange, RunFinding } from './run-reader.ts';

type CompareOptions = {
  /** Noise rules that are off: what they would ignore counts as a change. */
  readonly keepNoise?: ReadonlySet<string>;
  readonly ownNoise?: readonly ReadNoise[];
};

export type ChangedExchange = Pair & { readonly changes: readonly Change[] };

export type Comparison = {
  readonly compared: { readonly before: number; readonly after: number };
  /** How many exchanges and errors of both runs were left out because a raw message caused them. */
  readonly expected: number;
  readonly aligned: number;
  /** Worse tiers first, then large latency changes, then by the importance of the first change, then in order. */
  readonly changed: readonly ChangedExchange[];
  /** In the order of the earlier run. */
  readonly unchanged: readonly Pair[];
  readonly onlyBefore: readonly RunExchange[];
  readonly onlyAfter: readonly RunExchange[];
  readonly events: { readonly gained: readonly RunEvent[]; readonly lost: readonly RunEvent[] };
  readonly findings: { readonly gained: readonly RunFinding[]; readonly lost: readonly RunFinding[] };
};

/** Compares two runs. A run compared with itself has no changes, whatever its content. */
export function compareRuns(one: Run, other: Run, options: CompareOptions = {}): Comparison {
  const keepsExpected = options.keepNoise?.has('malformed') === true;
  const [before, after] = keepsExpected ? [one, other] : [withoutExpected(one), withoutExpected(other)];
  const noise = noiseFilter(options.keepNoise ?? new Set(), options.ownNoise);
  const { pairs, onlyBefore, onlyAfter } = alignExchanges(before, after, noise);
  const compared = pairs.map((pair) => ({
    ...pair,
    changes: changesOf(pair, noise),
  }));
  const changed = compared
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => weight(a) - weight(b) || delayOf(b) - delayOf(a));
  const eventKey = ({ tier, message }: RunEvent): string => `${tier} ${noise.text(message)}`;
  const ruleOf = ({ rule }: RunFinding): string => rule;
  return {
    compared: { before: before.exchanges.length, after: after.exchanges.length },
    expected: sizeOf(one) + sizeOf(other) - sizeOf(before) - sizeOf(after),
    aligned: pairs.length,
    changed,
    unchanged: compared.filter(({ changes }) => changes.length === 0),
    onlyBefore,
    onlyAfter,
    events: {
      gained: onlyIn(after.events, before.events, eventKey),
      lost: onlyIn(before.events, after.events, eventKey),
    },
    findings: {
      gained: onlyIn(after.findings, before.findings, ruleOf),
      lost: onlyIn(before.findings, after.findings, ruleOf),
    },
  };
}

function withoutExpected({ exchanges, events, findings }: Run): Run {
  return {
    exchanges: exchanges.filter(({ expected }) => !expected),
    events: events.filter(({ expected }) => !expected),
    findings,
  };
}

function sizeOf({ exchanges, events }: Run): number {
  return exchanges.length + events.length;
}

export function countTiers({ changed }: Comparison, direction: 'worse' | 'better'): number {
  return changed.filter(({ changes }) =>
    changes.some((change) => change.kind === 'tier' && change.direction === direction),
  ).length;
}

/** From this many milliseconds on, a latency change outranks everything except a worse tier. */
const LONG_MS = 1000;

function weight(changed: ChangedExchange): number {
  const [first] = changed.changes;
  if (first === undefined) return CHANGE_KINDS.length;
  if (first.kind === 'tier' && first.direction === 'worse') return -2;
  return delayOf(changed) >= LONG_MS ? -1 : CHANGE_KINDS.indexOf(first.kind);
}

/** The change in latency in milliseconds; 0 if there is none. */
function delayOf({ changes }: ChangedExchange): number {
  const latency = changes.find(({ kind }) => kind === 'latency');
  return latency?.kind === 'latency' ? Math.abs(latency.after - latency.before) : 0;
}
