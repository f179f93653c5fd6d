import type { RowBefore, RowTable } from '../row-table.ts';

export type RowFollower = {
  /** The table has new rows: those from the index `from` on, up to but not including `end`. */
  added(table: RowTable, from: number, end: number): void;
  changed?(table: RowTable, index: number, before: RowBefore): void;
};
