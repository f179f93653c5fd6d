import { describe, expect, it } from 'vitest';
import { SessionRows } from './row-source.ts';
import { SortedRows } from './sorted-rows.ts';
import { ScriptedLog, scriptedInfo } from './testing/scripted-log.ts';

function sorted(durations: readonly number[], falls: boolean) {
  const log = new ScriptedLog('s');
  for (const durationMs of durations) log.addRow({ durationMs });
  const source = new SessionRows(scriptedInfo('s'), log);
  return { log, rows: new SortedRows(source, { by: 'duration', falls }) };
}

function order(rows: SortedRows<ScriptedLog>): (number | undefined)[] {
  return Array.from({ length: rows.length }, (_, position) => rows.at(position)?.index);
}

describe('sorted rows', () => {
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
