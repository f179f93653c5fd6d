import { describe, expect, it } from 'vitest';
import { emptyRow } from '../../../app/frame/row.ts';
import { RowTable } from '../../../app/frame/row-table.ts';
import { rowFromTime } from '../../state/log/row-source.ts';
import { BIN_TIERS, TimeBins } from '../../state/log/time-bins.ts';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';
import { overviewColumns, StripClock, wholeSpan } from './draw-overview.ts';

/** A clock that folds nothing. */
const clock = new StripClock({ from: 0, to: 1_000_000 }, []);

function logOf(rows: number, step: number) {
  const table = new RowTable();
  const bins = new TimeBins();
  for (let index = 0; index < rows; index += 1) {
    table.add(emptyRow({ seq: index + 1, at: index * step, session: 's1' }, 'frame'));
  }
  bins.added(table, 0, rows);
  return { base: 0, log: { mirror: { table }, bins } };
}

function sums(counts: Uint32Array): number[] {
  const columns = counts.length / BIN_TIERS.length;
  return Array.from({ length: columns }, (_, column) =>
    BIN_TIERS.reduce((sum, _tier, tier) => sum + (counts[column * BIN_TIERS.length + tier] ?? 0), 0),
  );
}

describe('the columns of the overview', () => {
  it('count the rows of a span one by one', () => {
    expect(sums(overviewColumns([logOf(100, 10)], { from: 100, to: 199 }, 5, clock))).toEqual([
      2, 2, 2, 2, 2,
    ]);
  });

  it('leave no gap if a long log is zoomed further than its bins', () => {
    const counts = sums(overviewColumns([logOf(400_000, 1)], { from: 100_000, to: 250_000 }, 600, clock));
    expect(counts).toHaveLength(600);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  it('add up the rows of several sessions by the wall clock', () => {
    const sessions = [logOf(10, 10), { ...logOf(10, 10), base: 50 }];
    expect(wholeSpan(sessions)).toEqual({ from: 0, to: 140 });
    expect(sums(overviewColumns(sessions, { from: 0, to: 149 }, 3, clock))).toEqual([5, 10, 5]);
    expect(sums(overviewColumns([], { from: 0, to: 149 }, 3, clock))).toEqual([0, 0, 0]);
    expect(wholeSpan([logOf(0, 1)])).toEqual({ from: 0, to: 1 });
  });

  it('leave out an hour in which nothing came', () => {
    const table = new RowTable();
    const bins = new TimeBins();
    const times = [0, 1000, 3_601_000, 3_602_000];
    for (const [index, at] of times.entries())
      table.add(emptyRow({ seq: index + 1, at, session: 's1' }, 'frame'));
    bins.added(table, 0, times.length);
    expect(bins.idle).toEqual([{ from: 1000, to: 3_601_000 }]);
    const folded = new StripClock({ from: 0, to: 3_602_000 }, bins.idle);
    const counts = sums(
      overviewColumns([{ base: 0, log: { mirror: { table }, bins } }], folded.whole, 10, folded),
    );
    expect(counts.map((count, column) => (count > 0 ? column : -1)).filter((column) => column >= 0)).toEqual([
      0, 4, 5, 9,
    ]);
  });

  it('find the first row at or after a time', () => {
    const { table } = logOf(10, 10).log.mirror;
    expect(rowFromTime(table, 35)).toBe(4);
    expect(rowFromTime(table, 40)).toBe(4);
    expect(rowFromTime(table, 1000)).toBe(10);
  });
});

it('a mark of each tier fills another part of its width, so that it is known without its colour', () => {
  const shapes = Object.values(TIER_MARKS).map((parts) => JSON.stringify(parts));
  expect(new Set(shapes).size).toBe(shapes.length);
});
