import type { Row } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';

/** Rows after a line that are looked through for its answers. */
const LOOKED_THROUGH = 5000;

/** What came back for the lines `first` to `last`: their answers and, up to the next line, stderr and an end of the server. */
export function repliesTo(table: RowTable, first: number, last: number): Row[] {
  const found: Row[] = [];
  const from = table.indexOf(last) + 1;
  if (from === 0) return found;
  let next = false;
  for (let index = from; index < Math.min(table.length, from + LOOKED_THROUGH); index += 1) {
    const row = table.row(index);
    if (row === undefined) break;
    next ||= row.deliberate && row.direction === 'client-to-server';
    const answers = row.direction === 'server-to-client' && row.pair >= first && row.pair <= last;
    const beside = !next && (row.kind === 'stderr' || (row.kind === 'process' && row.tier !== 'ok'));
    if (answers || beside) found.push(row);
  }
  return found;
}

/** The lines that were written by hand, the newest first. */
export function linesByHand(table: RowTable, most: number): Row[] {
  const found: Row[] = [];
  for (let index = table.length - 1; index >= 0 && found.length < most; index -= 1) {
    if (table.length - index > 50_000) break;
    if (!table.deliberateAt(index)) continue;
    const row = table.row(index);
    if (row?.direction === 'client-to-server') found.push(row);
  }
  return found;
}
