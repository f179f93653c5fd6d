import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRow } from '../row.ts';
import { RowTable } from '../row-table.ts';
import type { Tier } from '../tier.ts';
import { LogIndex } from './log-index.ts';
import { logTimes, STRIP_TIERS, type TimeSpan } from './overview.ts';
import { rowFromTime } from './row-source.ts';

/** A log of these rows: the time of each in milliseconds, and its tier. */
function logAt(rows: readonly (readonly [at: number, tier?: Tier])[]) {
  const table = new RowTable();
  for (const [index, [at, tier = 'ok']] of rows.entries())
    table.add({ ...emptyRow({ seq: index + 1, at, session: 's1' }, 'frame'), tier });
  const index = new LogIndex(table);
  index.advance(() => false);
  return { base: 0, index };
}

function logOf(rows: number, step: number) {
  return logAt(Array.from({ length: rows }, (_, index) => [index * step]));
}

function sums(counts: Uint32Array): number[] {
  const columns = counts.length / STRIP_TIERS.length;
  return Array.from({ length: columns }, (_, column) =>
    STRIP_TIERS.reduce((sum, _tier, tier) => sum + (counts[column * STRIP_TIERS.length + tier] ?? 0), 0),
  );
}

function columnsOf(sessions: Parameters<typeof logTimes>[0], span: TimeSpan, columns: number): number[] {
  return sums(logTimes(sessions, { span, columns, folded: false }).counts);
}

describe('the columns of the overview', () => {
  it('count the rows of a span one by one', () => {
    expect(columnsOf([logOf(100, 10)], { from: 100, to: 199 }, 5)).toEqual([2, 2, 2, 2, 2]);
  });

  it('count each row of a span once, in its column and tier, also when a tier has changed since', () => {
    const row = fc.tuple(fc.nat({ max: 40_000 }), fc.constantFrom<Tier>(...STRIP_TIERS));
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom<Tier>(...STRIP_TIERS)), { maxLength: 5 });
    const span = fc.tuple(fc.nat({ max: 40_000 }), fc.nat({ max: 40_000 }));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        changes,
        span,
        fc.integer({ min: 1, max: 40 }),
        (given, changed, [one, other], columns) => {
          const rows = given.toSorted(([a], [b]) => a - b);
          const log = logAt(rows);
          const { table } = log.index;
          for (const [at, tier] of changed) table.patchAt(at % rows.length, { tier });
          const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
          const { counts } = logTimes([log], { span: { from, to }, columns, folded: false });
          const within = rows.flatMap(([at], index) =>
            at >= from && at <= to ? [[at, table.columns.tier.at(index)] as const] : [],
          );
          const before = (column: number) => from + (column * (to - from)) / columns;
          for (const [place, tier] of STRIP_TIERS.entries()) {
            const own = within.filter(([, is]) => is === tier);
            const held = Array.from({ length: columns }, (_, at) => counts[at * STRIP_TIERS.length + place]);
            expect(held.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(own.length);
            for (const [column, count] of held.entries()) {
              const isLast = column === columns - 1;
              const fits = ([at]: readonly [number, Tier]) =>
                at >= before(column) && (isLast || at < before(column + 1));
              expect(count).toBe(own.filter(fits).length);
            }
          }
        },
      ),
    );
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
    const session = logAt([[0], [1000], [3_601_000], [3_602_000]]);
    expect(session.index.span.idle).toEqual([{ from: 1000, to: 3_601_000 }]);
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
