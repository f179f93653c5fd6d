import type { RowTable } from '../../../app/frame/row-table.ts';
import { BIN_TIERS, type TimeBins } from '../../state/log/time-bins.ts';
import { rowFromTime } from './time-search.ts';

/** A span of the log in milliseconds since its start. */
export type TimeSpan = { readonly from: number; readonly to: number };

/** Rows that may be counted one by one when a zoomed strip is drawn; above, the bins are exact enough. */
const COUNTED_ROWS = 120_000;

/** A count per tier (in the order of `BIN_TIERS`) for each column of the strip. */
export function overviewColumns(
  table: RowTable,
  bins: TimeBins,
  span: TimeSpan,
  columns: number,
): Uint32Array {
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

/** The whole time of a log; never empty, so that it can be divided. */
export function wholeSpan(bins: TimeBins): TimeSpan {
  return { from: bins.start, to: Math.max(bins.end, bins.start + 1) };
}
