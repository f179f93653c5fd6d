import type { RowTable } from '../../app/frame/row-table.ts';

/** Seqs, first and last included. */
export type SeqRange = readonly [number, number];

/** The seqs of the ranges in order; with one half of an exchange comes the other. */
export function wantedSeqs(table: RowTable, ranges: readonly SeqRange[]): Float64Array {
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
  return Float64Array.from(wanted).sort();
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
