import { partitionPoint } from '../../base/partition-point.ts';
import type { Tier } from '../tier.ts';
import type { LogIndex } from './log-index.ts';
import { rowFromTime } from './row-source.ts';
import { IDLE_MS } from './row-span.ts';

/** The stacking order of the overview, bottom up. */
export const STRIP_TIERS = [
  'ok',
  'transport',
  'client',
  'tool',
  'protocol',
] as const satisfies readonly Tier[];

/** A session whose rows are counted; `base` milliseconds are added to their times. */
type TimedSession = { readonly base: number; readonly index: Pick<LogIndex, 'table' | 'errors' | 'span'> };

/** A count per tier (in the order of `STRIP_TIERS`) for each column of a span, over all sessions. */
function overviewColumns(
  sessions: readonly TimedSession[],
  span: TimeSpan,
  columns: number,
  clock: StripClock,
): Uint32Array {
  const counts = new Uint32Array(columns * STRIP_TIERS.length);
  for (const session of sessions) addColumns(counts, session, span, clock);
  return counts;
}

/** Adds a session's rows: those of a column are found by its ends, however many they are. */
function addColumns(
  counts: Uint32Array,
  { base, index: { table, errors } }: TimedSession,
  span: TimeSpan,
  clock: StripClock,
): void {
  const columns = counts.length / STRIP_TIERS.length;
  const width = Math.max(span.to - span.from, 0.001) / columns;
  const startOf = (column: number) => rowFromTime(table, clock.toTime(span.from + column * width) - base);
  let first = startOf(0);
  for (let column = 0; column < columns; column += 1) {
    const isLast = column === columns - 1;
    const end = isLast ? rowFromTime(table, clock.toTime(span.to) - base + 0.001) : startOf(column + 1);
    if (end <= first) continue;
    let ok = end - first;
    for (const [place, tier] of STRIP_TIERS.entries()) {
      if (tier === 'ok') continue;
      const count = errors.countBefore(tier, end) - errors.countBefore(tier, first);
      const slot = column * STRIP_TIERS.length + place;
      counts[slot] = (counts[slot] ?? 0) + count;
      ok -= count;
    }
    const slot = column * STRIP_TIERS.length + STRIP_TIERS.indexOf('ok');
    counts[slot] = (counts[slot] ?? 0) + ok;
    first = end;
  }
}

/** From the first row of all sessions to the last; never empty, so that division is safe. */
function wholeSpan(sessions: readonly TimedSession[]): TimeSpan {
  const held = sessions.filter(({ index }) => !index.span.isEmpty);
  if (held.length === 0) return { from: 0, to: 1 };
  const from = Math.min(...held.map(({ base, index: { span } }) => base + span.start));
  const to = Math.max(...held.map(({ base, index: { span } }) => base + Math.max(span.end, span.start + 1)));
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
  const held = sessions.filter(({ index }) => !index.span.isEmpty);
  if (held.length === 0) return [];
  return idleInAll(
    held.map(({ base, index: { span } }) => ({
      span: moved({ from: span.start, to: span.end }, base),
      idle: span.idle.map((one) => moved(one, base)),
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
  const at = partitionPoint(stretches.length, (index) => (stretches[index]?.from ?? 0) < place) - 1;
  const [one, other] = [stretches[at], onto[at]];
  if (one === undefined || other === undefined) return place;
  if (place >= one.to) return place + (other.to - one.to);
  return other.from + ((place - one.from) / (one.to - one.from)) * (other.to - other.from);
}
