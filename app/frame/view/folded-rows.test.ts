import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../row.ts';
import { ScriptedLog } from './testing/scripted-log.ts';
import { rowsOf, STEPS } from './testing/traffic-steps.ts';
import type { RowFilter } from './visible-rows.ts';

const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 60 });
const filters: readonly (RowFilter | null)[] = [
  null,
  ({ tier }) => tier !== 'tool',
  ({ tier }) => tier === 'tool',
  ({ seq }) => seq % 3 !== 0,
  ({ direction }) => direction === 'client-to-server',
];

function listed(log: ScriptedLog) {
  const { list } = log;
  return Array.from({ length: list.length }, (_, position) => list.rowAt(list.codeAt(position)));
}

function folding(rows: readonly Partial<Row>[], filter: RowFilter | null, filterAt: number): ScriptedLog {
  const log = new ScriptedLog('s');
  log.list = log.folded;
  rows.forEach((row, index) => {
    if (index === filterAt) {
      log.visible.setFilter(filter);
      log.visible.advance(Number.POSITIVE_INFINITY);
    }
    log.addRow(row);
  });
  return log;
}

describe('the folded rows of a log', () => {
  it('show every row that passes the filter, itself or by the row that it is folded into', () => {
    fc.assert(
      fc.property(
        steps,
        fc.nat(filters.length - 1),
        fc.nat(30),
        fc.array(fc.nat(59)),
        (all, which, at, opened) => {
          const rows = rowsOf(all);
          const log = folding(rows, filters[which] ?? null, at);
          for (const index of opened) if (index < rows.length) log.folded.setOpen(index, true);
          const shown = listed(log);
          const { folds } = log.folded;
          rows.forEach((_, index) => {
            const position = log.list.positionOf(index);
            const key = folds.keyAt(index);
            const isOpened = log.folded.isOpen(key) && log.visible.has(folds.shownOf(key));
            expect(position >= 0).toBe(log.visible.has(index) || isOpened);
            if (position < 0) return;
            const place = shown[position];
            const isItself = place?.index === index;
            expect(log.list.isListed(index)).toBe(isItself);
            if (!isItself) expect(place?.index).toBe(folds.shownOf(folds.keyAt(index)));
          });
          // No row is shown twice, and codes increase.
          expect(new Set(shown.map(({ index }) => index)).size).toBe(shown.length);
          const codes = shown.map((_, position) => log.list.codeAt(position));
          const places = codes.map((code) => log.list.placedBy(code));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('are the same whenever the filter came and whatever was opened and closed before', () => {
    fc.assert(
      fc.property(
        steps,
        fc.nat(filters.length - 1),
        fc.nat(60),
        fc.array(fc.nat(59)),
        (all, which, at, opened) => {
          const rows = rowsOf(all);
          const filter = filters[which] ?? null;
          const early = folding(rows, filter, 0);
          const late = folding(rows, filter, Math.min(at, rows.length - 1));
          for (const index of opened) if (index < rows.length) late.folded.setOpen(index, true);
          late.list.length;
          for (const index of opened) if (index < rows.length) late.folded.setOpen(index, false);
          expect(listed(late)).toEqual(listed(early));
        },
      ),
    );
  });

  it('stay below their rows when the filter is cleared while they are open', () => {
    const log = folding(rowsOf(['request', 'answer', 'request', 'answer']), null, -1);
    log.visible.setFilter(({ seq }) => seq > 2);
    log.visible.advance(Number.POSITIVE_INFINITY);
    log.folded.setOpen(3, true);
    expect(listed(log).map(({ index }) => index)).toEqual([3, 2]);
    log.visible.setFilter(null);
    expect(listed(log).map(({ index }) => index)).toEqual([1, 3, 2]);
  });

  it('keep a call in its place when its answer comes, and open to what belongs to it', () => {
    const log = folding(rowsOf(['request', 'request', 'answer', 'notification']), null, -1);
    expect(listed(log).map(({ index }) => index)).toEqual([2, 1, 3]);
    log.folded.setOpen(2, true);
    expect(listed(log).map(({ index, inside }) => [index, inside])).toEqual([
      [2, false],
      [0, true],
      [1, false],
      [3, false],
    ]);
    expect(log.list.positionOf(0)).toBe(1);
    expect(log.list.startedBy(0)).toBe(2);
  });
});
