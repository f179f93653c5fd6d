import { describe, expect, it } from 'vitest';
import { emptyRow } from '../row.ts';
import { RowTable } from '../row-table.ts';
import { logTimes, type TimeSpan } from './overview.ts';
import { rowFromTime } from './row-source.ts';
import { BIN_TIERS, TimeBins } from './time-bins.ts';

function logOf(rows: number, step: number) {
  const table = new RowTable();
  const bins = new TimeBins();
  for (let index = 0; index < rows; index += 1) {
    table.add(emptyRow({ seq: index + 1, at: index * step, session: 's1' }, 'frame'));
  }
  bins.added(table, 0, rows);
  return { base: 0, index: { table, bins } };
}

function sums(counts: Uint32Array): number[] {
  const columns = counts.length / BIN_TIERS.length;
  return Array.from({ length: columns }, (_, column) =>
    BIN_TIERS.reduce((sum, _tier, tier) => sum + (counts[column * BIN_TIERS.length + tier] ?? 0), 0),
  );
}

function columnsOf(sessions: Parameters<typeof logTimes>[0], span: TimeSpan, columns: number): number[] {
  return sums(logTimes(sessions, { span, columns, folded: false }).counts);
}

describe('the columns of the overview', () => {
  it('count the rows of a span one by one', () => {
    expect(columnsOf([logOf(100, 10)], { from: 100, to: 199 }, 5)).toEqual([2, 2, 2, 2, 2]);
  });

  it('leave no gap if a long log is zoomed further than its bins', () => {
    const counts = columnsOf([logOf(400_000, 1)], { from: 100_000, to: 250_000 }, 600);
    expect(counts).toHaveLength(600);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('add up the rows of several sessions by the wall clock', () => {
    const sessions = [logOf(10, 10), { ...logOf(10, 10), base: 50 }];
    expect(logTimes(sessions, { span: null, columns: 1, folded: false }).whole).toEqual({ from: 0, to: 140 });
    expect(columnsOf(sessions, { from: 0, to: 149 }, 3)).toEqual([5, 10, 5]);
    expect(columnsOf([], { from: 0, to: 149 }, 3)).toEqual([0, 0, 0]);
    expect(logTimes([logOf(0, 1)], { span: null, columns: 1, folded: false }).whole).toEqual({
      from: 0,
      to: 1,
    });
  });

  it('leave out an hour in which nothing came', () => {
    const table = new RowTable();
    const bins = new TimeBins();
    const times = [0, 1000, 3_601_000, 3_602_000];
    for (const [index, at] of times.entries())
      table.add(emptyRow({ seq: index + 1, at, session: 's1' }, 'frame'));
    bins.added(table, 0, times.length);
    expect(bins.idle).toEqual([{ from: 1000, to: 3_601_000 }]);
    const session = { base: 0, index: { table, bins } };
    const counts = sums(logTimes([session], { span: null, columns: 10, folded: true }).counts);
    expect(counts.map((count, column) => (count > 0 ? column : -1)).filter((column) => column >= 0)).toEqual([
      0, 4, 5, 9,
    ]);
  });

  it('find the first row at or after a time', () => {
    const { table } = logOf(10, 10).index;
    expect(rowFromTime(table, 35)).toBe(4);
    expect(rowFromTime(table, 40)).toBe(4);
    expect(rowFromTime(table, 1000)).toBe(10);
  });
});
