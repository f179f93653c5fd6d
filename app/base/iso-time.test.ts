import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readIsoTime, writeIsoTime } from './iso-time.ts';

describe('ISO times', () => {
  it('reads zones, spaces and nanoseconds', () => {
    expect(readIsoTime('2026-08-08T15:00:00.000412+03:00')?.epochMs).toBeCloseTo(
      new Date('2026-08-08T12:00:00Z').getTime() + 0.412,
      3,
    );
    expect(readIsoTime('2026-07-24 02:03:14.031')).toEqual({
      epochMs: new Date('2026-07-24T02:03:14.031Z').getTime(),
      zoned: false,
    });
  });

  it('refuses what is no time', () => {
    for (const text of ['', 'yesterday', '2026-13-01T00:00:00Z', '2026-01-01']) {
      expect(readIsoTime(text)).toBeUndefined();
    }
  });

  it('reads a year of the first century and an offset without a colon', () => {
    expect(readIsoTime('0042-03-01T00:00:00Z')?.epochMs).toBe(new Date('0042-03-01T00:00:00Z').getTime());
    expect(readIsoTime('2026-03-01T05:30:00+0530')?.epochMs).toBe(Date.UTC(2026, 2, 1));
    expect(readIsoTime('+999999-01-01T00:00:00Z')).toBeUndefined();
  });

  it('writes microseconds, and never throws', () => {
    expect(writeIsoTime(Date.UTC(2026, 2, 1) + 1.25, 6)).toBe('2026-03-01T00:00:00.001250Z');
    for (const odd of [Number.NaN, 1e300, -1e300]) expect(writeIsoTime(odd)).toMatch(/Z$/);
  });

  it('agrees with the platform on every instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6e13, max: 2.5e14 }), (epochMs) => {
        const text = new Date(epochMs).toISOString();
        fc.pre(/^\d{4}-/.test(text));
        expect(writeIsoTime(epochMs)).toBe(text);
        expect(readIsoTime(text)?.epochMs).toBe(epochMs);
      }),
    );
  });
});
