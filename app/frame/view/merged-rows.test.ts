import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tier } from '../tier.ts';
import { MergedRows } from './merged-rows.ts';
import { ScriptedLog } from './testing/scripted-log.ts';
import { rowsOf, STEPS } from './testing/traffic-steps.ts';

function shown(rows: MergedRows): string[] {
  return Array.from({ length: rows.length }, (_, position) => {
    const place = rows.at(position);
    return `${place?.log.session}:${place?.index}`;
  });
}

describe('the rows of several sessions', () => {
  it('stand by wall-clock time, wherever each session began to count', () => {
    const [a, b] = [new ScriptedLog('a', 1000), new ScriptedLog('b', 1050)];
    const rows = new MergedRows();
    a.add(0);
    a.add(100);
    b.add(10);
    rows.sync([a, b]);
    expect(shown(rows)).toEqual(['a:0', 'b:0', 'a:1']);
    b.add(20);
    a.add(200);
    rows.sync([a, b]);
    expect(shown(rows)).toEqual(['a:0', 'b:0', 'b:1', 'a:1', 'a:2']);
  });

  it('put a bookmark that names an earlier moment behind the rows before it', () => {
    const a = new ScriptedLog('a');
    for (const at of [0, 50, 10]) a.add(at);
    const b = new ScriptedLog('b');
    b.add(20);
    const rows = new MergedRows();
    rows.sync([a, b]);
    expect(shown(rows)).toEqual(['a:0', 'b:0', 'a:1', 'a:2']);
    expect(rows.positionOf('a', 2)).toBe(3);
  });

  it('follow a filter that lets another row pass', () => {
    const [a, b] = [new ScriptedLog('a'), new ScriptedLog('b')];
    const rows = new MergedRows();
    const sync = () => rows.sync([a, b]);
    for (const at of [0, 2, 4]) a.add(at);
    for (const at of [1, 3, 5]) b.add(at, 'tool');
    for (const log of [a, b]) {
      log.visible.setFilter((row) => row.tier === 'tool');
      log.visible.advance(100);
    }
    sync();
    expect(shown(rows)).toEqual(['b:0', 'b:1', 'b:2']);
    a.setTier(1, 'tool');
    b.setTier(0, 'ok');
    sync();
    expect(shown(rows)).toEqual(['a:1', 'b:1', 'b:2']);
    expect(rows.positionOf('a', 0)).toBe(-1);
    expect(rows.positionFrom('a', 2)).toBe(2);
  });

  it('lose a session that takes no part any more, and get it back', () => {
    const [a, b] = [new ScriptedLog('a'), new ScriptedLog('b')];
    a.add(0);
    b.add(1);
    const rows = new MergedRows();
    rows.sync([a, b]);
    const before = rows.generation;
    rows.sync([b]);
    expect(shown(rows)).toEqual(['b:0']);
    expect(rows.generation).toBeGreaterThan(before);
    rows.sync([a, b]);
    expect(shown(rows)).toEqual(['a:0', 'b:0']);
  });

  it('are always all visible rows in order, whatever grows, is filtered again or is left out', () => {
    const step = fc.record({
      log: fc.nat(2),
      what: fc.constantFrom('add', 'add', 'add', 'judge', 'filter', 'sync'),
      at: fc.nat(30),
      tier: fc.constantFrom<Tier>('ok', 'tool'),
      out: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const logs = ['a', 'b', 'c'].map((name) => new ScriptedLog(name));
        const clocks = [0, 0, 0];
        const rows = new MergedRows();
        for (const { log: number, what, at, tier, out } of steps) {
          const log = logs[number];
          if (log === undefined) continue;
          if (what === 'add') {
            clocks[number] = (clocks[number] ?? 0) + at;
            log.add(clocks[number] ?? 0, tier);
          } else if (what === 'judge' && log.table.length > 0) log.setTier(at % log.table.length, tier);
          else if (what === 'filter') {
            log.visible.setFilter(tier === 'ok' ? null : (row) => row.tier === 'tool');
            log.visible.advance(1000);
          } else {
            const part = logs.filter((_, index) => index !== out);
            for (const [index, one] of part.entries()) one.base = index * 7;
            rows.sync(part);
            const expected = part
              .flatMap((one, index) =>
                Array.from({ length: one.visible.length }, (_, position) => {
                  const row = one.visible.indexAt(position);
                  return { key: `${one.session}:${row}`, time: index * 7 + one.table.columns.at.at(row) };
                }),
              )
              .sort((x, y) => x.time - y.time)
              .map(({ time }) => time);
            expect(Array.from({ length: rows.length }, (_, position) => rows.timeAt(position))).toEqual(
              expected,
            );
            expect(new Set(shown(rows)).size).toBe(expected.length);
          }
        }
      }),
    );
  });

  it('are the same whether they grew with what was folded, opened and filtered, or are merged at once', () => {
    const act = fc.constantFrom('grow', 'grow', 'grow', 'sync', 'open', 'filter', 'judge');
    const acts = fc.array(fc.tuple(act, fc.nat(60)), { maxLength: 60 });
    const traffic = fc.array(fc.constantFrom(...STEPS), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(traffic, acts, (steps, done) => {
        const [log, other] = [new ScriptedLog('a'), new ScriptedLog('b')];
        for (const one of [log, other]) one.list = one.folded;
        other.base = 3;
        const sessions = [log, other];
        const rows = new MergedRows();
        const coming = rowsOf(steps);
        for (const [what, number] of done) {
          const at = number % Math.max(1, log.table.length);
          if (what === 'grow') for (const row of coming.splice(0, 1 + (number % 3))) log.addRow(row);
          else if (what === 'open' && log.table.length > 0) log.folded.setOpen(at, number % 2 === 0);
          else if (what === 'judge' && log.table.length > 0)
            log.setTier(at, number % 2 === 0 ? 'ok' : 'tool');
          else if (what === 'filter') {
            log.visible.setFilter(number % 2 === 0 ? null : ({ seq }) => seq % 3 !== 0);
            log.visible.advance(1000);
          } else other.add(number);
          rows.sync(sessions);
          const afresh = new MergedRows();
          afresh.sync(sessions);
          expect(shown(rows)).toEqual(shown(afresh));
        }
      }),
      // An open run of stderr that the answer of its call folds away.
      {
        examples: [
          [
            ['request', 'stderr', 'stderr', 'error'],
            [
              ['grow', 41],
              ['open', 14],
              ['grow', 0],
            ],
          ],
        ],
      },
    );
  });
});
