import { expect, test } from 'vitest';
import { fartherBin, nearestBin } from './time-bins.tsx';

const COUNTS = [0, 2, 0, 0, 5, 1];

test('arrows go from one bin that holds something to the next, and stop at the ends', () => {
  expect(fartherBin(COUNTS, -1, 1)).toBe(1);
  expect(fartherBin(COUNTS, 1, 1)).toBe(4);
  expect(fartherBin(COUNTS, 4, -1)).toBe(1);
  expect([fartherBin(COUNTS, 5, 1), fartherBin(COUNTS, 1, -1), fartherBin([0, 0], -1, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a click counts for the nearest bin that holds something, if it is near', () => {
  expect(nearestBin(COUNTS, 1.9, 1)).toBe(1);
  expect(nearestBin(COUNTS, 2.3, 1)).toBe(1);
  expect(nearestBin(COUNTS, 2.9, 1)).toBeUndefined();
  expect(nearestBin(COUNTS, 5.2, 1)).toBe(5);
  expect(nearestBin(COUNTS, 4.99, 0)).toBe(4);
});
