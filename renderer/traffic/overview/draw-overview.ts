import { partitionPoint } from '../../../app/base/partition-point.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { rowFromTime } from '../../state/log/row-source.ts';
import { BIN_TIERS, IDLE_MS, type TimeBins } from '../../state/log/time-bins.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import type { Size } from '../../ui/controls/canvas.ts';

const BAR = 3;
const GAP = 1;
const SMALLEST = 2;
const TOP = 4;

type OverviewDrawing = {
  readonly size: Size;
  readonly counts: Uint32Array;
  readonly span: TimeSpan;
  /** The idle stretches that are folded. */
  readonly folds: readonly TimeSpan[];
  readonly seen: TimeSpan;
  readonly brush: TimeSpan | null;
  readonly colour: (token: string) => string;
};

/** How many bars fit. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor(width / (BAR + GAP)));
}

/** The horizontal place of a time, in pixels. */
export function xOf(span: TimeSpan, width: number, at: number): number {
  return ((at - span.from) / (span.to - span.from)) * width;
}

/** Draws the strip: what is in sight as a band, then a bar for each column, stacked by tier. */
export function drawOverview(context: CanvasRenderingContext2D, drawing: OverviewDrawing): void {
  const { size, span, seen, brush, folds, colour } = drawing;
  band(context, size, span, seen, colour('--paired'), colour('--accent'));
  for (const fold of folds) drawFold(context, size, span, fold, colour('--line-strong'));
  drawBars(context, drawing);
  if (brush === null) return;
  context.globalAlpha = 0.25;
  band(context, size, span, brush, colour('--accent'), colour('--accent'));
  context.globalAlpha = 1;
}

function band(
  context: CanvasRenderingContext2D,
  size: Size,
  span: TimeSpan,
  time: TimeSpan,
  fill: string,
  edge: string,
): void {
  const left = Math.max(0, xOf(span, size.width, time.from));
  const right = Math.min(size.width, Math.max(xOf(span, size.width, time.to), left + 3));
  if (right <= 0 || left >= size.width) return;
  // A band around everything would only dim the bars.
  if (right - left < size.width * 0.98) {
    context.fillStyle = fill;
    context.fillRect(left, 0, right - left, size.height);
  }
  context.fillStyle = edge;
  context.fillRect(left, size.height - 2, right - left, 2);
}

/** A zigzag where the strip leaves time out. */
function drawFold(
  context: CanvasRenderingContext2D,
  size: Size,
  span: TimeSpan,
  fold: TimeSpan,
  edge: string,
): void {
  const x = xOf(span, size.width, (fold.from + fold.to) / 2);
  if (x < 0 || x > size.width) return;
  context.strokeStyle = edge;
  context.beginPath();
  for (let y = TOP, step = 0; y <= size.height - 3; y += 4, step += 1)
    context.lineTo(x + (step % 2 === 0 ? -2 : 2), y);
  context.stroke();
}

function drawBars(context: CanvasRenderingContext2D, { size, counts, colour }: OverviewDrawing): void {
  const columns = counts.length / BIN_TIERS.length;
  const sums = Array.from({ length: columns }, (_, column) =>
    BIN_TIERS.reduce((sum, _tier, tier) => sum + (counts[column * BIN_TIERS.length + tier] ?? 0), 0),
  );
  const most = Math.max(1, ...sums);
  const room = size.height - TOP - 3;
  sums.forEach((sum, column) => {
    if (sum === 0) return;
    // A square root keeps a lone error visible beside a burst.
    const height = Math.max(SMALLEST, Math.sqrt(sum / most) * room);
    let ground = size.height - 3;
    for (const [tier, part] of barParts(counts, column, sum, height)) {
      context.fillStyle = colour(`--${tier}-mark`);
      for (const [from, to] of TIER_MARKS[tier]) {
        const left = (column + from) * (BAR + GAP);
        context.fillRect(left, Math.max(TOP - 2, ground - part), (to - from) * (BAR + GAP), part);
      }
      ground -= part;
    }
  });
}

function* barParts(
  counts: Uint32Array,
  column: number,
  sum: number,
  height: number,
): Generator<[Tier, number]> {
  for (const [place, tier] of BIN_TIERS.entries()) {
    const count = counts[column * BIN_TIERS.length + place] ?? 0;
    if (count > 0) yield [tier, Math.max(SMALLEST + 0.5, (count / sum) * height)];
  }
}

/** Rows that may be counted one by one when a zoomed strip is drawn; above, the bins are exact enough. */
const COUNTED_ROWS = 120_000;

/** A session whose rows are counted; `base` milliseconds are added to their times. */
type TimedSession = {
  readonly base: number;
  readonly log: { readonly mirror: { readonly table: RowTable }; readonly bins: TimeBins };
};

/** A count per tier (in the order of `BIN_TIERS`) for each column of a span of the strip, over all sessions. */
export function overviewColumns(
  sessions: readonly TimedSession[],
  span: TimeSpan,
  columns: number,
  clock: StripClock,
): Uint32Array {
  let sums: Uint32Array | undefined;
  for (const { base, log } of sessions) {
    const counts = sessionColumns({ base, log }, span, columns, clock);
    if (sums === undefined) sums = counts;
    else for (const [slot, count] of counts.entries()) sums[slot] = (sums[slot] ?? 0) + count;
  }
  return sums ?? new Uint32Array(columns * BIN_TIERS.length);
}

function sessionColumns(
  { base, log: { mirror, bins } }: TimedSession,
  span: TimeSpan,
  columns: number,
  clock: StripClock,
): Uint32Array {
  const { table } = mirror;
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

/** Bins wider than a column fill every column that they reach into, so that a zoomed strip has no gaps. */
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

/** From the first row of all sessions to the last one; never empty, so that it can be divided. */
export function wholeSpan(sessions: readonly TimedSession[]): TimeSpan {
  const held = sessions.filter(({ log }) => log.bins.rows > 0);
  if (held.length === 0) return { from: 0, to: 1 };
  const from = Math.min(...held.map(({ base, log }) => base + log.bins.start));
  const to = Math.max(...held.map(({ base, log }) => base + Math.max(log.bins.end, log.bins.start + 1)));
  return { from, to };
}

/** A stretch of time, in milliseconds. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** What lies idle in all of these logs, each given by its idle stretches in order and the span of its rows. */
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

/**
 * The time of the strip: that of the rows, with each idle stretch as short as a small part of what is not idle. Both
 * run together from `whole.from` on; both are in milliseconds.
 */
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

  /** Where the strip shows a time. */
  toStrip(time: number): number {
    return moved(time, this.#idle, this.folds);
  }

  /** Which time the strip shows at a place. */
  toTime(place: number): number {
    return moved(place, this.folds, this.#idle);
  }
}

/** A place among some stretches, carried over to the stretches that they correspond to. */
function moved(place: number, stretches: readonly TimeSpan[], onto: readonly TimeSpan[]): number {
  // Every row that is counted comes here: a long log has hundreds of stretches.
  const at = partitionPoint(stretches.length, (index) => (stretches[index]?.from ?? 0) < place) - 1;
  const [one, other] = [stretches[at], onto[at]];
  if (one === undefined || other === undefined) return place;
  if (place >= one.to) return place + (other.to - one.to);
  return other.from + ((place - one.from) / (one.to - one.from)) * (other.to - other.from);
}
