import type { RowBefore, RowTable } from '../row-table.ts';

export type RowFollower = {
  /** Called for new rows of the table, from index `from` up to but not including `end`. */
  added(table: RowTable, from: number, end: number): void;
  changed?(table: RowTable, index: number, before: RowBefore): void;
};
