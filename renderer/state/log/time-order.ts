import type { RowTable } from '../../../app/frame/row-table.ts';

/**
 * How many rows from the first on come in the order of time. Marks that were set in an opened recording
 * stand at its end and name an earlier moment; every search by time leaves them out.
 */
export function timedLength(table: Pick<RowTable, 'length' | 'kindAt'>): number {
  let length = table.length;
  while (length > 0 && table.kindAt(length - 1) === 'mark') length -= 1;
  return length === 0 ? table.length : length;
}

/** The index of the first row at or after `at` milliseconds; past the timed rows if there is none. */
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
