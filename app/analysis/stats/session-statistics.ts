import type { Steps } from '../../base/steps.ts';
import { textOrder } from '../../base/text-order.ts';
import type { Tier } from '../../frame/tier.ts';
import type { CallRows } from './call-rows.ts';
import { type CallGroup, CallTally, type SlowCall } from './call-tally.ts';
import { callsOfRows, type NotCounted } from './row-calls.ts';
import { thousandths } from './tool-stats.ts';

/** Parts of the time of a session that a small chart shows. */
export const TIME_PARTS = 32;
/** The steps of the chart of durations: four of a decade, from 0.1 ms to 1000 s. */
export const DURATION_STEPS = { from: -1, decades: 7, perDecade: 4 } as const;
const MAX_NAMES = 2000;
const SHARES = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

/** How the calls of one tool, or of one other method, went. */
export type GroupStatistics = {
  readonly method: string;
  /** The tool; empty for another method. */
  readonly target: string;
  readonly calls: number;
  readonly open: number;
  /** How many ended at each tier. */
  readonly tiers: Readonly<Record<Tier, number>>;
  /** Milliseconds from request to answer, over the answered calls; all 0 for none. */
  readonly duration: Percentiles;
  /** Bytes of the answers that are results, as they were on the wire. */
  readonly size: Percentiles & { readonly total: number };
  readonly retries: number;
  /** Retries that ended ok. */
  readonly helped: number;
  /** How many calls took how long, by {@link DURATION_STEPS}. */
  readonly durations: readonly number[];
  /** For each of {@link TIME_PARTS} the calls that began in it by the tier of their end, in the order of `TIERS`. */
  readonly overTime: readonly number[];
};

export type Percentiles = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
};

/** What the calls of one session come to. */
export type SessionStatistics = {
  /** The time that `overTime` parts, in milliseconds since the recording began. */
  readonly span: { readonly from: number; readonly to: number };
  /** Tools first; of each kind those that failed most, and then those that were called most. */
  readonly groups: readonly GroupStatistics[];
  /** The calls of all tools together. */
  readonly all: GroupStatistics;
  /** The slowest calls, the slowest first. */
  readonly slowest: readonly SlowCall[];
  readonly notCounted: NotCounted;
};

/** The statistics of a session from its rows; open calls count as calls only. */
export function* sessionStatistics(rows: CallRows): Steps<SessionStatistics> {
  const { table } = rows;
  const from = table.length === 0 ? 0 : table.columns.at.at(0);
  const to = table.length === 0 ? 0 : table.columns.at.at(table.length - 1);
  const tally = new CallTally({ from, to, parts: TIME_PARTS }, MAX_NAMES);
  const notCounted = yield* callsOfRows(rows, (call) => tally.add(call));
  const groups: GroupStatistics[] = [];
  for (const group of tally.groups) groups.push(yield* groupStatistics(group));
  groups.sort(byImportance);
  yield;
  const all = yield* groupStatistics(tally.all);
  return { span: { from, to }, groups, all, slowest: tally.slowest, notCounted };
}

function* groupStatistics(group: CallGroup): Steps<GroupStatistics> {
  const { method, target, calls, open, retries, helped, durations, sizes, overTime } = group;
  const { from, decades, perDecade } = DURATION_STEPS;
  return {
    ...{ method, target, calls, open, retries, helped, overTime },
    tiers: {
      ok: group.at('ok'),
      tool: group.at('tool'),
      protocol: group.at('protocol'),
      client: group.at('client'),
      transport: group.at('transport'),
    },
    duration: yield* percentilesOf(durations),
    size: { ...(yield* percentilesOf(sizes)), total: sizes.sum },
    durations: durations.steps(from, decades, perDecade),
  };
}

/** Of many values each percentile is a step. */
function* percentilesOf(spread: CallGroup['durations']): Steps<Percentiles> {
  const found = { p50: 0, p95: 0, p99: 0 };
  for (const [name, share] of SHARES) {
    found[name] = thousandths(spread.percentile(share));
    yield;
  }
  return { count: spread.count, ...found, most: thousandths(spread.most) };
}

/** Calls that failed, at whatever tier. */
export function failuresOf({ tiers }: Pick<GroupStatistics, 'tiers'>): number {
  return tiers.tool + tiers.protocol + tiers.client + tiers.transport;
}

/** True for the calls of a tool. */
export function isToolGroup({ method }: Pick<GroupStatistics, 'method'>): boolean {
  return method === 'tools/call';
}

function byImportance(left: GroupStatistics, right: GroupStatistics): number {
  return (
    Number(isToolGroup(right)) - Number(isToolGroup(left)) ||
    failuresOf(right) - failuresOf(left) ||
    right.calls - left.calls ||
    textOrder(nameOfGroup(left), nameOfGroup(right))
  );
}

/** The tool, or the method of other calls. */
export function nameOfGroup({ method, target }: Pick<GroupStatistics, 'method' | 'target'>): string {
  return method === 'tools/call' ? target : method;
}
