import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import { Spread } from './spread.ts';

function spreadOf(values: readonly number[]): Spread {
  const spread = new Spread();
  for (const value of values) spread.add(value);
  return spread;
}

describe('a percentile', () => {
  it('is the nearest rank', () => {
    expect(spreadOf([4, 1, 3, 2]).percentile(0.5)).toBe(2);
    expect(spreadOf([5, 4, 3, 2, 1]).percentile(0.5)).toBe(3);
    expect(spreadOf([1, 2, 3, 4, 5]).percentile(0.95)).toBe(5);
    expect(spreadOf([7]).percentile(0.5)).toBe(7);
    expect(spreadOf([]).percentile(0.5)).toBe(0);
  });

  it('is that of the sorted values, whatever they are and in whatever order they came', () => {
    const value = fc.oneof(fc.nat({ max: 50 }), fc.double({ min: 0, max: 1e12, noNaN: true }));
    const values = fc.array(value, { minLength: 1, maxLength: 3000, size: 'max' });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const sorted = all.toSorted((a, b) => a - b);
        const rank = Math.max(1, Math.ceil(share * sorted.length));
        expect(spreadOf(all).percentile(share)).toBe(sorted[rank - 1]);
      }),
      { numRuns: runs(60) },
    );
  });
});

it('counts every value in one step, those outside in the step at their end', () => {
  const spread = spreadOf([0, 0.05, 0.5, 1, 9, 10, 99_999, 1e9]);
  const steps = spread.steps(-1, 3, 1);
  expect(steps).toEqual([3, 2, 3]);
  expect(spreadOf([]).steps(-1, 3, 4)).toHaveLength(12);
});

it('knows the sum and the largest value', () => {
  expect(spreadOf([3, 9, 1])).toMatchObject({ count: 3, sum: 13, most: 9 });
});
