import type { RowTable } from '../../../app/frame/row-table.ts';
import { timedLength } from '../../state/log/timed-length.ts';

/** The index of the first row at or after `at` milliseconds; past the timed rows where there is none. */
export function rowFromTime(table: RowTable, at: number): number {
  let low = 0;
  let high = timedLength(table);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.timeAt(middle) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
