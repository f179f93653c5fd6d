import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';

/** The calls that the end of a process left without an answer: requests before `seq` that are lost. */
export function lostCalls(table: RowTable, seq: number, limit = 50): Row[] {
  const calls: Row[] = [];
  let index = table.indexOf(seq) - 1;
  for (; index >= 0 && calls.length < limit; index -= 1) {
    if (table.kindAt(index) === 'process' && table.row(index)?.method === 'spawned') break;
    if (table.tierAt(index) !== 'transport' || table.kindAt(index) !== 'frame') continue;
    const row = table.row(index);
    if (row?.outcome === 'lost') calls.push(row);
  }
  return calls.reverse();
}
