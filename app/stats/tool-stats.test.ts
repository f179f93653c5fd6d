import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from './tool-stats.ts';

describe('a percentile', () => {
  it('is the nearest rank', () => {
    expect(percentile([1, 2, 3, 4], 0.5)).toBe(2);
    expect(percentile([1, 2, 3, 4, 5], 0.5)).toBe(3);
    expect(percentile([1, 2, 3, 4, 5], 0.95)).toBe(5);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([], 0.5)).toBe(0);
  });

  it('is a value that at least its share of the values do not exceed', () => {
    const values = fc.array(fc.nat(), { minLength: 1 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (sorted, share) => {
        const value = percentile(sorted, share);
        expect(sorted).toContain(value);
        expect(sorted.filter((one) => one <= value).length).toBeGreaterThanOrEqual(share * sorted.length);
      }),
    );
  });
});
