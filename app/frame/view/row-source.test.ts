import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tier } from '../tier.ts';
import { MergedRows } from './merged-rows.ts';
import { passingRows, type RowSource, SessionRows } from './row-source.ts';
import { filledLog, ScriptedLog } from './testing/scripted-log.ts';

/** Time steps between rows, and whether each is an error. */
const rowSteps = fc.array(fc.tuple(fc.nat(20), fc.constantFrom<Tier>('ok', 'tool')), { maxLength: 40 });

function keysOf(rows: RowSource): string[] {
  return Array.from({ length: rows.length }, (_, position) => {
    const row = rows.at(position);
    return `${row?.log.session}:${row?.index}`;
  });
}

describe('a source of rows', () => {
  it('answers the same for one session as the merged rows of that session alone', () => {
    fc.assert(
      fc.property(rowSteps, fc.boolean(), fc.nat(900), (steps, filtered, time) => {
        const log = filledLog('a', steps);
        if (filtered) log.hideOdd();
        const own: RowSource = new SessionRows(log);
        const merged = new MergedRows();
        merged.sync([log]);
        expect(keysOf(own)).toEqual(keysOf(merged));
        expect([own.length, passingRows(own)]).toEqual([merged.length, passingRows(merged)]);
        expect(own.positionFromTime(time)).toBe(merged.positionFromTime(time));
        for (let index = 0; index < log.table.length; index += 1) {
          expect(own.positionFrom('a', index)).toBe(merged.positionFrom('a', index));
          expect(own.positionOf('a', index)).toBe(merged.positionOf('a', index));
          const [one, other] = [
            { session: 'a', index },
            { session: 'a', index: steps.length - 1 - index },
          ];
          expect(Math.sign(own.compare(one, other))).toBe(Math.sign(merged.compare(one, other)));
        }
        for (let position = 0; position < own.length; position += 1) {
          expect(own.timeAt(position)).toBe(merged.timeAt(position));
        }
        expect([own.at(-1), own.at(own.length), own.positionOf('b', 0)]).toEqual([undefined, undefined, -1]);
        expect(own.positionFrom('b', 0)).toBe(merged.positionFrom('b', 0));
      }),
    );
  });

  it('holds every visible row of all sessions once, by time, and those of one moment in the order of their tabs', () => {
    fc.assert(
      fc.property(fc.array(rowSteps, { maxLength: 4 }), fc.boolean(), (sessions, filtered) => {
        const logs = sessions.map((steps, number) => filledLog(`s${number}`, steps));
        if (filtered) for (const log of logs) log.hideOdd();
        const rows = new MergedRows();
        rows.sync(logs);
        const expected = logs
          .flatMap((log, tab) =>
            Array.from({ length: log.visible.length }, (_, position) => {
              const index = log.visible.indexAt(position);
              return { key: `${log.session}:${index}`, time: log.table.columns.at.at(index), tab, index };
            }),
          )
          .sort((one, other) => one.time - other.time || one.tab - other.tab || one.index - other.index);
        expect(keysOf(rows)).toEqual(expected.map(({ key }) => key));
      }),
    );
  });

  it('is the same whatever batches the rows come in', () => {
    fc.assert(
      fc.property(
        fc.array(rowSteps, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 15 })), { maxLength: 30 }),
        (sessions, batches) => {
          const whole = sessions.map((steps, number) => filledLog(`s${number}`, steps));
          const atOnce = new MergedRows();
          atOnce.sync(whole);
          const logs = whole.map(({ session }) => new ScriptedLog(session));
          const growing = new MergedRows();
          const all = whole.map((_, number) => [number, Number.POSITIVE_INFINITY] as const);
          for (const [number, count] of [...batches, ...all]) {
            const [from, to] = [whole[number], logs[number]];
            if (from === undefined || to === undefined) continue;
            const end = Math.min(from.table.length, to.table.length + count);
            for (let index = to.table.length; index < end; index += 1) {
              to.add(from.table.columns.at.at(index), from.table.columns.tier.at(index));
            }
            growing.sync(logs);
          }
          expect(keysOf(growing)).toEqual(keysOf(atOnce));
        },
      ),
    );
  });
});
