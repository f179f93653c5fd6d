import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { tableOf } from '../testing/table-of.ts';
import { BIN_TIERS, TimeBins } from './time-bins.ts';

function row(at: number, tier: Row['tier'] = 'ok'): Row {
  return { ...emptyRow({ seq: 1, at, session: 's1' }, 'frame'), tier };
}

describe('time bins', () => {
  it('lose no row however far time goes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (times) => {
          const bins = new TimeBins();
          const rows = [...times].sort((one, other) => one - other).map((at) => row(at));
          bins.added(tableOf(rows), 0, rows.length);
          let held = 0;
          bins.forEach({ from: bins.start, to: bins.end }, (from, to, _tier, count) => {
            expect(to).toBe(from + bins.width);
            held += count;
          });
          expect(held).toBe(times.length);
        },
      ),
    );
  });

  it('move a row to its new tier', () => {
    const bins = new TimeBins();
    const table = tableOf([row(5)]);
    bins.added(table, 0, 1);
    table.patchAt(0, { tier: 'client' });
    bins.changed(table, 0, row(5));
    const held: number[][] = [];
    bins.forEach({ from: 0, to: 10 }, (_from, _to, tier, count) => held.push([tier, count]));
    expect(held).toEqual([[BIN_TIERS.indexOf('client'), 1]]);
  });
});
