import type { Row } from '../row.ts';
import { type RowBlock, RowTable } from '../row-table.ts';

export function tableOf(rows: Iterable<Row>): RowTable {
  const table = new RowTable();
  for (const row of rows) table.add(row);
  return table;
}

export function blockOf(rows: Iterable<Row>): RowBlock {
  const table = tableOf(rows);
  return table.block(0, table.length);
}
