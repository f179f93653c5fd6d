import type { RowTable } from '../../../app/frame/row-table.ts';
import { BIN_TIERS, type TimeBins } from '../../state/log/time-bins.ts';
import { rowFromTime } from '../../state/log/time-order.ts';

/** A span of the log in milliseconds since its start. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** Rows that may be counted one by one when a zoomed strip is drawn; above, the bins are exact enough. */
const COUNTED_ROWS = 120_000;

/** A session whose rows are counted; `base` milliseconds are added to their times. */
export type TimedSession = {
  readonly base: number;
  readonly log: { readonly mirror: { readonly table: RowTable }; readonly bins: TimeBins };
};

/** A count per tier (in the order of `BIN_TIERS`) for each column of the strip, over all sessions. */
export function overviewColumns(
  sessions: readonly TimedSession[],
  span: TimeSpan,
  columns: number,
): Uint32Array {
  let sums: Uint32Array | undefined;
  for (const { base, log } of sessions) {
    const own = { from: span.from - base, to: span.to - base };
    const counts = sessionColumns(log.mirror.table, log.bins, own, columns);
    if (sums === undefined) sums = counts;
    else for (const [slot, count] of counts.entries()) sums[slot] = (sums[slot] ?? 0) + count;
  }
  return sums ?? new Uint32Array(columns * BIN_TIERS.length);
}

function sessionColumns(table: RowTable, bins: TimeBins, span: TimeSpan, columns: number): Uint32Array {
  const first = rowFromTime(table, span.from);
  const end = rowFromTime(table, span.to + 0.001);
  if (end - first > COUNTED_ROWS) return binColumns(bins, span, columns);
  const counts = new Uint32Array(columns * BIN_TIERS.length);
  const width = Math.max(span.to - span.from, 0.001) / columns;
  for (let index = first; index < end; index += 1) {
    const column = Math.min(columns - 1, Math.floor((table.timeAt(index) - span.from) / width));
    const slot = column * BIN_TIERS.length + BIN_TIERS.indexOf(table.tierAt(index));
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}

/** Bins wider than a column fill every column that they reach into, so that a zoomed strip has no gaps. */
function binColumns(bins: TimeBins, span: TimeSpan, columns: number): Uint32Array {
  const tiers = BIN_TIERS.length;
  const held = Math.max(1, Math.min(columns, Math.floor((span.to - span.from) / bins.width)));
  const narrow = bins.columns(held, span.from, span.to);
  if (held === columns) return narrow;
  return Uint32Array.from({ length: columns * tiers }, (_, slot) => {
    const column = Math.floor((Math.floor(slot / tiers) * held) / columns);
    return narrow[column * tiers + (slot % tiers)] ?? 0;
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
