import type { RowPage } from '../../app/contract/commands.ts';
import type { LogState } from '../../app/contract/session-info.ts';
import { encodeRow, type RowTuple } from '../../app/frame/row-code.ts';
import type { RowTable } from '../../app/frame/row-table.ts';

/** The rows of a log with the changes that came after rows were first sent. */
export type PagedLog = {
  readonly table: RowTable;
  readonly state: LogState;
  /** The row index of change number `change`. */
  patchedIndex(change: number): number;
};

/**
 * The next page for a screen that holds `from` rows and `patchesFrom` changes. The screen asks again
 * until it is level: a slow screen gets larger pages, never a longer queue.
 */
export function rowPage(log: PagedLog, from: number, patchesFrom: number, limit: number): RowPage {
  const { table, state } = log;
  const end = Math.min(table.length, from + limit);
  const rows: RowTuple[] = [];
  for (let index = from; index < end; index += 1) pushRow(rows, table, index);
  const patchesTo = Math.min(state.patches, patchesFrom + limit);
  const indexes = new Set<number>();
  for (let change = patchesFrom; change < patchesTo; change += 1) {
    const index = log.patchedIndex(change);
    // A row of this page, or of a later one, carries its changes already.
    if (index < from) indexes.add(index);
  }
  const changed: RowTuple[] = [];
  for (const index of indexes) pushRow(changed, table, index);
  return { ...state, from, rows, changed, patchesTo };
}

function pushRow(into: RowTuple[], table: RowTable, index: number): void {
  const row = table.row(index);
  if (row !== undefined) into.push(encodeRow(row));
}
