import { expect, test } from 'vitest';
import { formatClock, formatDuration, formatOffset } from './quantity-text.ts';

test('a duration has the unit that fits it, and whole minutes without seconds', () => {
  const text = [0.4, 3, 999, 31_700, 60_000, 125_000, 3_600_000].map(formatDuration);
  expect(text).toEqual(['<1 ms', '3 ms', '999 ms', '31.7 s', '60 s', '2 min 5 s', '60 min']);
});

test('a distance in time has a sign, milliseconds always, and minutes only where it has some', () => {
  const text = [0, 0.6, 3204, 62_345, 3_600_000, -3204, -62_345].map(formatOffset);
  expect(text).toEqual(['+0.000', '+0.001', '+3.204', '+1:02.345', '+60:00.000', '−3.204', '−1:02.345']);
});

test('a distance that is rounded to nothing, or up to a minute, is written as what it is rounded to', () => {
  expect([-0.4, 59_999.7, -59_999.7].map(formatOffset)).toEqual(['+0.000', '+1:00.000', '−1:00.000']);
});

test('the time of the clock goes on over midnight, and counts from the start of a log without a date', () => {
  const start = new Date(2026, 10, 20, 23, 59, 59, 900).toISOString();
  expect([0, 150.4].map((at) => formatClock(start, at))).toEqual(['23:59:59.900', '00:00:00.050']);
  expect(formatClock('', 62_345.4)).toBe('62.345 s');
});
