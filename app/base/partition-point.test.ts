import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partitionPoint } from './partition-point.ts';

test('it counts the sorted values that are less than another one, as a search from the start does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 })),
      fc.integer({ min: -9, max: 9 }),
      (values, point) => {
        const sorted = values.toSorted((a, b) => a - b);
        const found = partitionPoint(sorted.length, (index) => (sorted[index] ?? 0) < point);
        expect(found).toBe(sorted.filter((value) => value < point).length);
      },
    ),
  );
});
