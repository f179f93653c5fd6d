import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleInAll, StripClock } from './overview.ts';

const HOUR = 3_600_000;

describe('the clock of the strip', () => {
  it('gives an idle hour less room than a busy second, and the rest all it had', () => {
    const clock = new StripClock({ from: 0, to: HOUR + 2000 }, [{ from: 1000, to: HOUR + 1000 }]);
    expect(clock.toStrip(500)).toBe(500);
    expect(clock.whole.to).toBeLessThan(2200);
    expect(clock.toStrip(HOUR + 1500) - clock.toStrip(HOUR + 1000)).toBeCloseTo(500);
    expect(clock.folds).toHaveLength(1);
  });

  it('goes on as time does, there and back', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.integer({ min: 5001, max: HOUR })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        gaps,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (all, shares) => {
          let time = 0;
          const idle = all.map(([busy, gap]) => {
            time += busy + gap;
            return { from: time - gap, to: time };
          });
          const whole = { from: 0, to: time + 100 };
          const clock = new StripClock(whole, idle);
          expect(clock.toStrip(whole.to)).toBeCloseTo(clock.whole.to, 3);
          const times = shares.map((share) => share * whole.to).sort((a, b) => a - b);
          const places = times.map((one) => clock.toStrip(one));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          for (const [at, place] of places.entries())
            expect(clock.toTime(place)).toBeCloseTo(times[at] ?? 0, 1);
        },
      ),
    );
  });

  it('folds only what is idle in every log that is shown', () => {
    const whole = { from: 0, to: 100_000 };
    const one = { span: { from: 0, to: 100_000 }, idle: [{ from: 10_000, to: 90_000 }] };
    const other = { span: { from: 40_000, to: 60_000 }, idle: [] };
    expect(idleInAll([one], whole)).toEqual([{ from: 10_000, to: 90_000 }]);
    expect(idleInAll([one, other], whole)).toEqual([
      { from: 10_000, to: 40_000 },
      { from: 60_000, to: 90_000 },
    ]);
  });
});
