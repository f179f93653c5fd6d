import { describe, expect, it } from 'vitest';
import { partRanges } from './selection.ts';

const SEQS = [2, 3, 5, 8, 9, 12];
const shown = (...indexes: number[]) => ({
  mirror: { table: { columns: { seq: { at: (index: number) => SEQS[index] ?? 0 } } } },
  visible: { length: indexes.length, indexAt: (position: number) => indexes[position] ?? -1 },
});

describe('the ranges of an export', () => {
  it('join the rows that stand beside each other', () => {
    expect(partRanges(shown(0, 1, 2, 4, 5), 'filtered', null)).toEqual([
      [2, 5],
      [9, 12],
    ]);
  });

  it('are of selected rows those that stand side by side, in the order of the log', () => {
    expect(partRanges(shown(0), 'rows', null, new Set([9, 3, 2, 8]))).toEqual([
      [2, 3],
      [8, 9],
    ]);
  });

  it('are none for the whole, and one row for the selection', () => {
    expect(partRanges(shown(0), 'whole', 3)).toBeUndefined();
    expect(partRanges(shown(0), 'selected', 8)).toEqual([[8, 8]]);
    expect(partRanges(shown(0), 'selected', null)).toEqual([]);
  });
});
