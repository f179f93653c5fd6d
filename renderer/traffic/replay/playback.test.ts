import { describe, expect, it } from 'vitest';
import { advance, nextSpeed } from './replay-control.ts';

const TIMES = [0, 10, 10, 40, 5040];
const ROWS = { total: 5, last: 5040, timeAt: (index: number) => TIMES[index] };
const PLAIN = { speed: 1, skipIdle: false } as const;

describe('the playhead', () => {
  it('can stand between two rows of the same moment, and does not fall back from there', () => {
    expect(advance(ROWS, { at: 10, index: 1 }, 5, PLAIN)).toEqual({ at: 15, index: 2 });
  });

  it('waits for times that are not here yet, and at the end', () => {
    const known = { ...ROWS, timeAt: (index: number) => (index < 4 ? TIMES[index] : undefined) };
    expect(advance(known, { at: 40, index: 3 }, 9000, PLAIN)).toEqual({ at: 40, index: 3 });
    expect(advance(ROWS, { at: 5040, index: 4 }, 9000, PLAIN)).toEqual({ at: 5040, index: 4 });
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
