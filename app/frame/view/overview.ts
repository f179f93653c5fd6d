import { partitionPoint } from '../../base/partition-point.ts';
import type { LogIndex } from './log-index.ts';
import { rowFromTime } from './row-source.ts';
import { BIN_TIERS, IDLE_MS, type TimeBins } from './time-bins.ts';

/** Up to this many rows are counted individually for a zoomed strip; beyond, bins are exact enough. */
const COUNTED_ROWS = 120_000;

/** A session whose rows are counted; `base` milliseconds are added to their times. */
type TimedSession = { readonly base: number; readonly index: Pick<LogIndex, 'table' | 'bins'> };

/** A count per tier (in the order of `BIN_TIERS`) for each column of a span, over all sessions. */
function overviewColumns(
  sessions: readonly TimedSession[],
  span: TimeSpan,
  columns: number,
  clock: StripClock,
): Uint32Array {
  let sums: Uint32Array | undefined;
  for (const session of sessions) {
    const counts = sessionColumns(session, span, columns, clock);
    if (sums === undefined) sums = counts;
    else for (const [slot, count] of counts.entries()) sums[slot] = (sums[slot] ?? 0) + count;
  }
  return sums ?? new Uint32Array(columns * BIN_TIERS.length);
}

function sessionColumns(
  { base, index: { table, bins } }: TimedSession,
  span: TimeSpan,
  columns: number,
  clock: StripClock,
): Uint32Array {
  const times = { from: clock.toTime(span.from) - base, to: clock.toTime(span.to) - base };
  const first = rowFromTime(table, times.from);
  const end = rowFromTime(table, times.to + 0.001);
  const counts = new Uint32Array(columns * BIN_TIERS.length);
  const width = Math.max(span.to - span.from, 0.001) / columns;
  const columnAt = (time: number) =>
    Math.max(0, Math.min(columns - 1, Math.floor((clock.toStrip(base + time) - span.from) / width)));
  if (end - first > COUNTED_ROWS) {
    addBins(counts, bins, columnAt, times);
    return counts;
  }
  for (let index = first; index < end; index += 1) {
    const slot =
      columnAt(table.columns.at.at(index)) * BIN_TIERS.length +
      BIN_TIERS.indexOf(table.columns.tier.at(index));
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}

/** A bin wider than a column fills every column that it overlaps, so that a zoomed strip has no gaps. */
function addBins(
  counts: Uint32Array,
  bins: TimeBins,
  columnAt: (time: number) => number,
  times: TimeSpan,
): void {
  const tiers = BIN_TIERS.length;
  bins.forEach(times, (from, to, tier, count) => {
    const last = columnAt(to - bins.width * 0.001);
    for (let column = columnAt(from); column <= last; column += 1) {
      const slot = column * tiers + tier;
      counts[slot] = (counts[slot] ?? 0) + count;
    }
  });
}

/** From the first row of all sessions to the last; never empty, so that division is safe. */
function wholeSpan(sessions: readonly TimedSession[]): TimeSpan {
  const held = sessions.filter(({ index }) => index.bins.rows > 0);
  if (held.length === 0) return { from: 0, to: 1 };
  const from = Math.min(...held.map(({ base, index: { bins } }) => base + bins.start));
  const to = Math.max(...held.map(({ base, index: { bins } }) => base + Math.max(bins.end, bins.start + 1)));
  return { from, to };
}

/** A time span in milliseconds. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** Rows over time: their span, its idle parts, and a count per tier for each column of the strip. */
export function logTimes(
  sessions: readonly TimedSession[],
  { span, columns, folded }: { span: TimeSpan | null; columns: number; folded: boolean },
) {
  const whole = wholeSpan(sessions);
  const idle = folded ? idleOf(sessions, whole) : [];
  const clock = new StripClock(whole, idle);
  return { whole, idle, counts: overviewColumns(sessions, span ?? clock.whole, columns, clock) };
}

function idleOf(sessions: readonly TimedSession[], whole: TimeSpan): readonly TimeSpan[] {
  const moved = ({ from, to }: TimeSpan, base: number) => ({ from: from + base, to: to + base });
  const held = sessions.filter(({ index }) => index.bins.rows > 0);
  if (held.length === 0) return [];
  return idleInAll(
    held.map(({ base, index: { bins } }) => ({
      span: moved({ from: bins.start, to: bins.end }, base),
      idle: bins.idle.map((one) => moved(one, base)),
    })),
    whole,
  );
}

/** The time that is idle in all of these logs, each given by its ordered idle spans and the span of its rows. */
export function idleInAll(
  logs: readonly { readonly span: TimeSpan; readonly idle: readonly TimeSpan[] }[],
  whole: TimeSpan,
): TimeSpan[] {
  let common: readonly TimeSpan[] = [whole];
  for (const { span, idle } of logs) {
    const free = [{ from: whole.from, to: span.from }, ...idle, { from: span.to, to: whole.to }];
    common = overlaps(common, free);
  }
  return common.filter(({ from, to }) => to - from > IDLE_MS);
}

function overlaps(ones: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const found: TimeSpan[] = [];
  let [at, beside] = [0, 0];
  for (;;) {
    const [one, other] = [ones[at], others[beside]];
    if (one === undefined || other === undefined) return found;
    const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (both.to > both.from) found.push(both);
    if (one.to < other.to) at += 1;
    else beside += 1;
  }
}

/** The strip's time axis with idle spans shortened; in milliseconds, from `whole.from` on. */
export class StripClock {
  readonly folds: readonly TimeSpan[];
  readonly whole: TimeSpan;
  readonly #idle: readonly TimeSpan[];

  constructor(whole: TimeSpan, idle: readonly TimeSpan[]) {
    this.#idle = idle;
    const busy = idle.reduce((sum, { from, to }) => sum - (to - from), whole.to - whole.from);
    const room = Math.max(busy, 1) / (20 + 3 * idle.length);
    const folds: TimeSpan[] = [];
    let saved = 0;
    for (const { from, to } of idle) {
      const length = Math.min(room, to - from);
      folds.push({ from: from - saved, to: from - saved + length });
      saved += to - from - length;
    }
    this.folds = folds;
    this.whole = { from: whole.from, to: whole.to - saved };
  }

  toStrip(time: number): number {
    return moved(time, this.#idle, this.folds);
  }

  toTime(place: number): number {
    return moved(place, this.folds, this.#idle);
  }
}

function moved(place: number, stretches: readonly TimeSpan[], onto: readonly TimeSpan[]): number {
  // Called for every counted row, and a long log has hundreds of spans.
  const at = partitionPoint(stretches.length, (index) => (stretches[index]?.from ?? 0) < place) - 1;
  const [one, other] = [stretches[at], onto[at]];
  if (one === undefined || other === undefined) return place;
  if (place >= one.to) return place + (other.to - one.to);
  return other.from + ((place - one.from) / (one.to - one.from)) * (other.to - other.from);
}
