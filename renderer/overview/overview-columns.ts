import type { RowTable } from '../../app/frame/row-table.ts';
import { BIN_TIERS, type TimeBins } from '../store/time-bins.ts';
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
  if (end - first > COUNTED_ROWS) return bins.columns(columns, span.from, span.to);
  const counts = new Uint32Array(columns * BIN_TIERS.length);
  const width = Math.max(span.to - span.from, 0.001) / columns;
  for (let index = first; index < end; index += 1) {
    const column = Math.min(columns - 1, Math.floor((table.timeAt(index) - span.from) / width));
    const slot = column * BIN_TIERS.length + BIN_TIERS.indexOf(table.tierAt(index));
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts;
}

/** The whole time of a log; never empty, so that it can be divided. */
export function wholeSpan(bins: TimeBins): TimeSpan {
  return { from: bins.start, to: Math.max(bins.end, bins.start + 1) };
}
