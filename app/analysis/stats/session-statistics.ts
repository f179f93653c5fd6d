import { partitionPoint } from '../../base/partition-point.ts';
import type { Steps } from '../../base/steps.ts';
import { textOrder } from '../../base/text-order.ts';
import { isOpen } from '../../frame/row.ts';
import type { RowTable } from '../../frame/row-table.ts';
import type { Tier } from '../../frame/tier.ts';
import { type CallRows, STEP_ROWS } from './call-rows.ts';
import { type Call, type CallGroup, CallTally, type SlowCall } from './call-tally.ts';
import { thousandths } from './tool-stats.ts';

/** Parts of a session's time in a small chart. */
export const TIME_PARTS = 32;
/** The steps of the duration chart: four per decade, from 0.1 ms to 1000 s. */
export const DURATION_STEPS = { from: -1, decades: 7, perDecade: 4 } as const;
const MAX_NAMES = 2000;
const SHARES = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
] as const;

export type GroupStatistics = {
  readonly method: string;
  /** The tool; empty for another method. */
  readonly target: string;
  readonly calls: number;
  readonly open: number;
  readonly tiers: Readonly<Record<Tier, number>>;
  /** How many calls ended with which HTTP status, by the status; empty over a pipe. */
  readonly statuses: readonly (readonly [status: number, calls: number])[];
  /** Milliseconds from request to answer, over the answered calls; all 0 if there are none. */
  readonly duration: Percentiles;
  /** Bytes of the answers that are results, as on the wire. */
  readonly size: Percentiles & { readonly total: number };
  readonly retries: number;
  readonly helped: number;
  readonly repeats: number;
  readonly repeatsHelped: number;
  /** The number of calls by duration, in {@link DURATION_STEPS}. */
  readonly durations: readonly number[];
  /** For each of {@link TIME_PARTS}, the calls started in it by final tier, in the order of `TIERS`. */
  readonly overTime: readonly number[];
};

export type Percentiles = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
};

export type SlowestCall = SlowCall & { readonly text: string };

export type SessionStatistics = {
  /** The time span of `overTime`, in milliseconds since the recording began. */
  readonly span: { readonly from: number; readonly to: number };
  /** Tools first; within each kind by failures, then by calls. */
  readonly groups: readonly GroupStatistics[];
  readonly all: GroupStatistics;
  readonly slowest: readonly SlowestCall[];
  readonly notCounted: NotCounted;
};

/** The statistics of a session from its rows; open calls count only as calls. */
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
  const slowest = tally.slowest.map((call): SlowestCall => {
    const { shape, pair, text } = table.columns;
    const own = table.indexOf(call.seq);
    return { ...call, text: text.at(shape.at(own) === 'request' ? own : table.indexOf(pair.at(own))) };
  });
  return { span: { from, to }, groups, all, slowest, notCounted };
}

function* groupStatistics(group: CallGroup): Steps<GroupStatistics> {
  const { method, target, calls, open, durations, sizes, overTime } = group;
  const { retries, helped, repeats, repeatsHelped } = group;
  const { from, decades, perDecade } = DURATION_STEPS;
  return {
    ...{ method, target, calls, open, retries, helped, repeats, repeatsHelped, overTime },
    tiers: {
      ok: group.at('ok'),
      tool: group.at('tool'),
      protocol: group.at('protocol'),
      client: group.at('client'),
      transport: group.at('transport'),
    },
    statuses: [...group.statuses].sort(([one], [other]) => one - other),
    duration: yield* percentilesOf(durations),
    size: { ...(yield* percentilesOf(sizes)), total: sizes.sum },
    durations: durations.steps(from, decades, perDecade),
  };
}

/** With many values, each percentile takes a step. */
function* percentilesOf(spread: CallGroup['durations']): Steps<Percentiles> {
  const found = { p50: 0, p95: 0, p99: 0 };
  for (const [name, share] of SHARES) {
    found[name] = thousandths(spread.percentile(share));
    yield;
  }
  return { count: spread.count, ...found, most: thousandths(spread.most) };
}

export function failuresOf({ tiers }: Pick<GroupStatistics, 'tiers'>): number {
  return tiers.tool + tiers.protocol + tiers.client + tiers.transport;
}

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

export function nameOfGroup({ method, target }: Pick<GroupStatistics, 'method' | 'target'>): string {
  return method === 'tools/call' ? target : method;
}

/** What the rows of a log do not show call by call. */
type NotCounted = {
  /** Batches with requests, and calls answered in one: a batch is one row, whatever its size. */
  readonly batches: number;
  /** Calls made by a raw message, or whose answer the user changed. */
  readonly userCaused: number;
};

/** Passes on every client request in the rows, so that statistics cannot disagree with the log. */
function* callsOfRows(rows: CallRows, take: (call: Call) => void): Steps<NotCounted> {
  yield* rows.readOn();
  const { table, requests } = rows;
  const end = requests.length;
  const ends = yield* Ends.of(rows);
  const counted = { batches: 0, userCaused: 0 };
  for (let from = 0; from < end; from += STEP_ROWS) {
    for (let place = from; place < Math.min(end, from + STEP_ROWS); place += 1) {
      const call = callAt(table, requests.at(place), ends);
      if (call === 'batch') counted.batches += 1;
      else if (call === 'user caused') counted.userCaused += 1;
      else take(call);
    }
    yield;
  }
  return counted;
}

/** The call whose request is at this index, or why it is not one. */
function callAt(table: RowTable, index: number, ends: Ends): Call | 'batch' | 'user caused' {
  const pair = table.columns.pair.at(index);
  const answer = pair > 0 ? table.indexOf(pair) : -1;
  const isAnswered = answer >= 0;
  if (table.columns.shape.at(index) === 'batch' || (isAnswered && table.columns.shape.at(answer) === 'batch'))
    return 'batch';
  const change = isAnswered ? table.columns.change.at(answer) : '';
  if (table.columns.fromRawMessage.at(index) || change === 'changed') return 'user caused';
  const at = table.columns.at.at(index);
  const endedAt = isAnswered ? table.columns.at.at(answer) : endOfUnanswered(table, index, ends);
  return {
    seq: isAnswered ? pair : table.columns.seq.at(index),
    method: table.columns.method.at(index),
    target: table.columns.target.at(index),
    repeats: table.columns.repeats.at(index),
    at,
    tier: table.columns.tier.at(isAnswered ? answer : index),
    endedAt,
    // Rows do not say how long a user held it.
    durationMs: isAnswered && change !== 'held' ? Math.max(0, endedAt - at) : -1,
    answerBytes: isAnswered ? table.columns.sizeBytes.at(answer) : -1,
    status: table.columns.status.at(isAnswered ? answer : index),
  };
}

function endOfUnanswered(table: RowTable, index: number, ends: Ends): number {
  if (isOpen(table.columns.outcome.at(index))) return -1;
  return ends.after(table.columns.seq.at(index)) ?? table.columns.at.at(index);
}

/** When unanswered calls ended. */
class Ends {
  readonly #ofClient = new Map<number, number>();
  readonly #processSeqs: number[] = [];
  readonly #processTimes: number[] = [];

  static *of({ table, ends: indexes }: CallRows): Steps<Ends> {
    const ends = new Ends();
    const { length } = indexes;
    for (let place = 0; place < length; place += 1) {
      ends.#take(table, indexes.at(place));
      if (place % STEP_ROWS === STEP_ROWS - 1) yield;
    }
    return ends;
  }

  #take(table: RowTable, index: number): void {
    const pair = table.columns.pair.at(index);
    if (table.columns.kind.at(index) === 'process') {
      this.#processSeqs.push(table.columns.seq.at(index));
      this.#processTimes.push(table.columns.at.at(index));
    } else if (pair > 0 && !this.#ofClient.has(pair)) this.#ofClient.set(pair, table.columns.at.at(index));
  }

  /** When the request was given up, or the next process event, in milliseconds; undefined for neither. */
  after(seq: number): number | undefined {
    const given = this.#ofClient.get(seq);
    if (given !== undefined) return given;
    const next = partitionPoint(this.#processSeqs.length, (at) => (this.#processSeqs[at] ?? 0) <= seq);
    return this.#processTimes[next];
  }
}
