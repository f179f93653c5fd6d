import { expect, test } from 'vitest';
import { formatDuration } from './time-text.ts';

test('a duration has the unit that fits it, and whole minutes without seconds', () => {
  const text = [0.4, 3, 999, 31_700, 125_000, 3_600_000].map(formatDuration);
  expect(text).toEqual(['<1 ms', '3 ms', '999 ms', '31.7 s', '2 min 5 s', '60 min']);
});
