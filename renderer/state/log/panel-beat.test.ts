import { describe, expect, it } from 'vitest';
import { PanelSchedule } from './log-mirrors.ts';

/** Sessions that get rows as the test's clock advances. */
function rig() {
  let now = 0;
  const rows = new Map<string, number>();
  const beat = new PanelSchedule(() => now);
  const grow = (session: string, count: number) => rows.set(session, (rows.get(session) ?? 0) + count);
  return {
    beat,
    /** The sessions that render after this many milliseconds, in which they got this many rows. */
    after(milliseconds: number, grown: Record<string, number>): string[] {
      now += milliseconds;
      for (const [session, count] of Object.entries(grown)) grow(session, count);
      return beat.due(Object.keys(grown), (session) => rows.get(session) ?? 0);
    },
  };
}

describe('the panels beside a log', () => {
  it('are drawn with every change while few rows come', () => {
    const { after, beat } = rig();
    expect([after(16, { a: 2 }), after(16, { a: 1 }), after(16, { a: 0 })]).toEqual([['a'], ['a'], ['a']]);
    expect(beat.waiting).toBe(false);
  });

  it('are drawn four times a second in a flood, and again when it is over', () => {
    const { after, beat } = rig();
    let drawn = after(16, { a: 900 }).length;
    for (let frame = 0; frame < 62; frame += 1) drawn += after(16, { a: 900 }).length;
    expect(drawn).toBe(4);
    expect(beat.waiting).toBe(true);
    expect([...after(200, {}), ...after(200, {})]).toEqual(['a']);
    expect(beat.waiting).toBe(false);
  });

  it('of one session do not wait for the flood of another', () => {
    const { after } = rig();
    after(16, { a: 900, b: 1 });
    expect(after(16, { a: 900, b: 1 })).toEqual(['b']);
  });
});
