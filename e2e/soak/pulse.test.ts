import { expect, test } from 'vitest';
import { ownTime } from './pulse.ts';

const USE = [
  [0, 0],
  [100, 40],
  [200, 90],
  [1000, 300],
] as const;

test('a task of the page counts as the processor time at most that the page used around it', () => {
  expect(ownTime({ start: 110, duration: 80 }, USE)).toBe(50);
  expect(ownTime({ start: 110, duration: 30 }, USE)).toBe(30);
  expect(ownTime({ start: 150, duration: 800 }, USE)).toBe(260);
});

test('what lies after the last sample, or has no samples, counts in full as far as is known', () => {
  expect(ownTime({ start: 900, duration: 5000 }, USE)).toBe(210);
  expect(ownTime({ start: 900, duration: 5000 }, [])).toBe(5000);
});
