import { describe, expect, it } from 'vitest';
import { advance, nextSpeed, playheadAt, playheadOn, rowAtTime, type TimedRows } from './replay-control.ts';

const rowsOf = (...times: number[]): TimedRows => ({
  length: times.length,
  timeAt: (index) => times[index] ?? 0,
});
const ROWS = rowsOf(0, 10, 10, 40, 5040);
const PLAIN = { speed: 1, skipIdle: false } as const;

describe('the row at a time', () => {
  it('is the last one at or before it', () => {
    expect([-1, 0, 9, 10, 39, 40, 9000].map((at) => rowAtTime(ROWS, at))).toEqual([-1, 0, 0, 2, 2, 3, 4]);
  });

  it('is found in a million rows with a few looks', () => {
    let looks = 0;
    const million: TimedRows = {
      length: 1_000_000,
      timeAt: (index) => {
        looks += 1;
        return index * 2;
      },
    };
    expect(rowAtTime(million, 999_999)).toBe(499_999);
    expect(looks).toBeLessThan(25);
  });
});

describe('the playhead', () => {
  it('stays inside the recording', () => {
    expect(playheadAt(ROWS, -5)).toEqual({ at: 0, index: 0 });
    expect(playheadAt(ROWS, 99_999)).toEqual({ at: 5040, index: 4 });
    expect(playheadAt(rowsOf(), 7)).toEqual({ at: 0, index: -1 });
    expect(playheadOn(ROWS, 77)).toEqual({ at: 5040, index: 4 });
  });

  it('can stand between two rows of the same moment, and does not fall back from there', () => {
    const between = playheadOn(ROWS, 1);
    expect(between).toEqual({ at: 10, index: 1 });
    expect(advance(ROWS, between, 5, PLAIN)).toEqual({ at: 15, index: 2 });
  });

  it('moves with the clock times the speed', () => {
    expect(advance(ROWS, { at: 0, index: 0 }, 10, { ...PLAIN, speed: 4 })).toEqual({ at: 40, index: 3 });
    expect(advance(ROWS, { at: 0, index: 0 }, 20, { ...PLAIN, speed: 0.25 })).toEqual({ at: 5, index: 0 });
  });

  it('waits through idle time, or skips it', () => {
    const idle = { at: 40, index: 3 };
    expect(advance(ROWS, idle, 16, PLAIN)).toEqual({ at: 56, index: 3 });
    const skipped = advance(ROWS, idle, 16, { ...PLAIN, skipIdle: true });
    expect(skipped).toEqual({ at: 4890, index: 3 });
    expect(advance(ROWS, skipped, 200, { ...PLAIN, skipIdle: true })).toEqual({ at: 5040, index: 4 });
  });

  it('does not move a clock that runs backwards', () => {
    expect(advance(ROWS, { at: 20, index: 2 }, -100, PLAIN)).toEqual({ at: 20, index: 2 });
  });
});

describe('the speeds', () => {
  it('go from a quarter to sixteen times and stop there', () => {
    expect(nextSpeed(1, 1)).toBe(2);
    expect(nextSpeed(0.25, -1)).toBe(0.25);
    expect(nextSpeed(16, 1)).toBe(16);
  });
});
