import { expect, test } from 'vitest';
import { callTime } from './result-limit.ts';

test('a call took the time from its request to its answer, and was silent for the longest gap between', () => {
  expect(callTime([100, 400, 1400, 1500])).toEqual({ tookMs: 1400, silentMs: 1000 });
  expect(callTime([100])).toEqual({ tookMs: 0, silentMs: 0 });
});

test('a call may have any number of progress notifications', () => {
  const moments = Array.from({ length: 1_000_000 }, (_, index) => index);
  expect(callTime(moments)).toEqual({ tookMs: 999_999, silentMs: 1 });
});
