import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../row.ts';
import { SessionRows } from './row-source.ts';
import { type RowSort, SORTS, SortedRows } from './sorted-rows.ts';
import { ScriptedLog } from './testing/scripted-log.ts';

function sorted(durations: readonly number[], falls: boolean) {
  const log = new ScriptedLog('s');
  for (const durationMs of durations) log.addRow({ durationMs });
  const source = new SessionRows(log);
  const rows = new SortedRows(source, { by: 'duration', falls });
  rows.advance(() => false);
  return { log, rows };
}

function order(rows: SortedRows): (number | undefined)[] {
  return Array.from({ length: rows.length }, (_, position) => rows.at(position)?.index);
}

describe('sorted rows', () => {
  it('stand by any column as a plain sort has them, however often they are interrupted', () => {
    const row = fc.record({
      durationMs: fc.constantFrom(-1, 0, 0.004, 3, 70_000, 1e9),
      sizeBytes: fc.constantFrom(-1, 0, 12, 5_000_000),
      id: fc.constantFrom('', '1', '10', '9', '"b"', '"a"'),
      method: fc.constantFrom('', 'ping', 'tools/call'),
      outcome: fc.constantFrom('' as const, 'ok' as const, 'lost' as const),
    });
    const numbers = /^\d+$/;
    const textOf: Record<RowSort['by'], (row: Row) => number | string> = {
      duration: ({ durationMs }) => Math.max(-1, Math.min(Math.round(100 * durationMs), 2 ** 32 - 2)),
      size: ({ sizeBytes }) => sizeBytes,
      id: ({ id }) => (numbers.test(id) ? id.padStart(9, '0') : id === '' ? -1 : `~${id}`),
      message: ({ method }) => (method === '' ? -1 : method),
      outcome: ({ outcome }) => `ok ${outcome}`,
    };
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 60 }),
        fc.constantFrom(...SORTS),
        fc.boolean(),
        (some, by, falls) => {
          const log = new ScriptedLog('s');
          for (const one of some) log.addRow(one);
          const rows = new SortedRows(new SessionRows(log), { by, falls });
          while (!rows.advance(() => true)) expect(rows.length).toBe(some.length);
          const keys = order(rows).map((index) => {
            const held = log.table.row(index ?? -1);
            return held === undefined ? -1 : textOf[by](held);
          });
          const without = keys.filter((key) => key === -1);
          const sorted = keys.filter((key) => key !== -1).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect(keys).toEqual([...(falls ? sorted.reverse() : sorted), ...without]);
        },
      ),
    );
  });

  it('stand by their measure, and those without one last, in the order of time', () => {
    expect(order(sorted([5, -1, 9, 5, -1], true).rows)).toEqual([2, 0, 3, 1, 4]);
    expect(order(sorted([5, -1, 9, 5, -1], false).rows)).toEqual([0, 3, 2, 1, 4]);
  });

  it('are found where they stand, and those that come later stand at the end', () => {
    const { log, rows } = sorted([1, 3, 2], true);
    log.addRow({ durationMs: 99 });
    expect(order(rows)).toEqual([1, 2, 0, 3]);
    for (const [position, index] of order(rows).entries())
      expect(rows.positionOf('s', index ?? -1)).toBe(position);
    expect(rows.compare({ session: 's', index: 1 }, { session: 's', index: 0 })).toBeLessThan(0);
  });
});
