import { expect, test } from 'vitest';
import { limitWords, readLimits } from './call-limits.ts';

const own = { timeoutMs: 60_000, maxTotalTimeoutMs: 0, resetTimeoutOnProgress: false };

test("nothing typed leaves the session's limits alone", () => {
  expect(readLimits({ timeoutMs: ' ' })).toEqual({ ok: true, value: {} });
  expect(limitWords({}, own)).toBe('60,000 ms');
});

test('what is typed goes with the call, and nothing else', () => {
  const read = readLimits({ timeoutMs: '500', maxTotalMs: '0', reset: 'yes' });
  expect(read).toEqual({
    ok: true,
    value: { timeoutMs: 500, maxTotalTimeoutMs: 0, resetTimeoutOnProgress: true },
  });
  expect(read.ok && limitWords(read.value, { ...own, maxTotalTimeoutMs: 9000 })).toBe(
    '500 ms, reset on progress',
  );
});

test('numbers that the host does not take are refused by name', () => {
  expect(readLimits({ timeoutMs: '0' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('time-out'),
  });
  expect(readLimits({ timeoutMs: '', maxTotalMs: '1.5' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('maximum'),
  });
});
