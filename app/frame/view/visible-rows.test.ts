import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRow, type Row } from '../row.ts';
import { RowTable } from '../row-table.ts';
import type { Tier } from '../tier.ts';
import { type RowFilter, VisibleRows } from './visible-rows.ts';

const TIERS: readonly Tier[] = ['ok', 'tool', 'protocol', 'client', 'transport'];

function row(index: number, tier: Tier): Row {
  return { ...emptyRow({ seq: index + 1, at: index, session: 's1' }, 'frame'), tier };
}

/** A table that passes every change to its visible rows, like the mirror. */
class Log {
  readonly table = new RowTable();
  readonly visible = new VisibleRows(this.table);

  add(tier: Tier): void {
    this.table.add(row(this.table.length, tier));
  }

  change(index: number, tier: Tier): void {
    const before = this.table.row(index);
    if (before === undefined) return;
    this.table.patchAt(index, { tier });
    this.visible.changed({ ...before, tier }, index);
  }

  shown(): number[] {
    return Array.from({ length: this.visible.length }, (_, position) => this.visible.indexAt(position));
  }

  filtered(filter: RowFilter): number[] {
    const indexes: number[] = [];
    for (let index = 0; index < this.table.length; index += 1) {
      const held = this.table.row(index);
      if (held !== undefined && filter(held)) indexes.push(index);
    }
    return indexes;
  }
}

const only = (tier: Tier): RowFilter => {
  return (held) => held.tier === tier;
};

describe('visible rows', () => {
  it('are all rows without a filter', () => {
    const log = new Log();
    log.add('ok');
    log.add('tool');
    expect(log.shown()).toEqual([0, 1]);
    expect(log.visible.hidden).toBe(0);
    expect(log.visible.positionOf(1)).toBe(1);
  });

  it('filter old rows in slices after a new filter', () => {
    const log = new Log();
    for (let turn = 0; turn < 10; turn += 1) log.add(turn % 2 === 0 ? 'tool' : 'ok');
    log.visible.setFilter(only('tool'));
    log.visible.advance(4);
    expect(log.shown()).toEqual([0, 2]);
    expect(log.visible.upToDate).toBe(false);
    log.visible.advance(100);
    expect(log.shown()).toEqual([0, 2, 4, 6, 8]);
    expect(log.visible.upToDate).toBe(true);
    expect(log.visible.hidden).toBe(5);
  });

  it('say where a hidden row would be', () => {
    const log = new Log();
    for (const tier of ['tool', 'ok', 'tool'] as const) log.add(tier);
    log.visible.setFilter(only('tool'));
    log.visible.advance(10);
    expect(log.visible.positionOf(1)).toBe(-1);
    expect(log.visible.positionFrom(1)).toBe(1);
    expect(log.visible.indexAt(2)).toBe(-1);
  });

  it('take in and let go a row whose tier changes', () => {
    const log = new Log();
    for (const tier of ['tool', 'ok', 'tool'] as const) log.add(tier);
    log.visible.setFilter(only('tool'));
    log.visible.advance(10);
    log.change(1, 'tool');
    expect(log.shown()).toEqual([0, 1, 2]);
    log.change(0, 'ok');
    expect(log.shown()).toEqual([1, 2]);
  });

  it('equal a full filter after any growth, change and new filter', () => {
    const tier = fc.constantFrom(...TIERS);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), tier }),
      fc.record({ kind: fc.constant('change' as const), at: fc.nat(40), tier }),
      fc.record({ kind: fc.constant('filter' as const), tier }),
      fc.record({ kind: fc.constant('advance' as const), limit: fc.nat(5) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const log = new Log();
        let filter: RowFilter = () => true;
        for (const one of steps) {
          if (one.kind === 'add') log.add(one.tier);
          if (one.kind === 'change') log.change(one.at, one.tier);
          if (one.kind === 'advance') log.visible.advance(one.limit);
          if (one.kind === 'filter') {
            filter = only(one.tier);
            log.visible.setFilter(filter);
          }
        }
        log.visible.advance(1000);
        expect(log.shown()).toEqual(log.filtered(filter));
        expect(log.visible.hidden).toBe(log.table.length - log.visible.length);
      }),
    );
  });
});
