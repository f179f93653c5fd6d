import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../app/frame/row.ts';
import { tableOf } from '../../../app/frame/testing/table-of.ts';
import { emptyRow } from '../../../app/session/row-reader.ts';
import { BIN_TIERS, TimeBins } from './time-bins.ts';

function row(at: number, tier: Row['tier'] = 'ok'): Row {
  return { ...emptyRow({ seq: 1, at, session: 's1' }, 'frame'), tier };
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('time bins', () => {
  it('lose no row however far time goes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 400 }),
        (times, columns) => {
          const bins = new TimeBins();
          const rows = [...times].sort((one, other) => one - other).map((at) => row(at));
          bins.added(tableOf(rows), 0, rows.length);
          expect(total(bins.columns(columns, bins.start, Math.max(bins.end, bins.start + 1)))).toBe(
            times.length,
          );
        },
      ),
    );
  });

  it('move a row to its new tier', () => {
    const bins = new TimeBins();
    bins.added(tableOf([row(5)]), 0, 1);
    bins.changed(row(5, 'client'), row(5));
    const counts = bins.columns(1, 0, 10);
    expect(counts[BIN_TIERS.indexOf('ok')]).toBe(0);
    expect(counts[BIN_TIERS.indexOf('client')]).toBe(1);
  });
});
