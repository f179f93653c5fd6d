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
