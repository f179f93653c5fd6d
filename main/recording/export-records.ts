import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';

/** Seqs, first and last included. */
export type SeqRange = readonly [number, number];

type Records = (first: number, last: number, limit: number) => Promise<readonly KnownRecord[]>;

const PAGE = 2000;

/**
 * The records of a session that are exported: all of them, or those of the ranges. With one half of an exchange
 * comes the other, and always what says whose session it is.
 */
export async function exportedRecords(
  read: Records,
  table: RowTable,
  ranges: readonly SeqRange[] | undefined,
): Promise<KnownRecord[]> {
  const wanted = ranges === undefined ? undefined : wantedSeqs(table, ranges);
  const records: KnownRecord[] = [];
  let from = 0;
  for (;;) {
    const page = await read(from, Number.MAX_SAFE_INTEGER, PAGE);
    const last = page.at(-1);
    if (last === undefined) return records;
    for (const record of page) {
      if (wanted === undefined || record.type === 'session' || wanted.has(record.seq)) records.push(record);
    }
    from = last.seq + 1;
  }
}

function wantedSeqs(table: RowTable, ranges: readonly SeqRange[]): Set<number> {
  const wanted = new Set<number>();
  for (const [first, last] of ranges) {
    for (let index = firstFrom(table, first); index < table.length; index += 1) {
      const seq = table.seqAt(index);
      if (seq > last) break;
      wanted.add(seq);
      const pair = table.row(index)?.pair ?? 0;
      if (pair > 0) wanted.add(pair);
    }
  }
  return wanted;
}

/** The index of the first row with this seq or a greater one. */
function firstFrom(table: RowTable, seq: number): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.seqAt(middle) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
