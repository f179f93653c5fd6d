import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PulledSnapshot } from './pulled-pages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function reader(tookMs: number) {
  let clock = 0;
  const read = vi.fn(async () => {
    clock += tookMs;
  });
  return { own: new PulledSnapshot(read, undefined, () => clock), read };
}

it('reads at once, and once for all news that come during the pause', async () => {
  const { own, read } = reader(10);
  own.news();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  for (let more = 0; more < 20; more += 1) own.news();
  await vi.advanceTimersByTimeAsync(499);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
});

it('rests eight times as long as readings take from the second one on, and does not read without news', async () => {
  const { own, read } = reader(1000);
  own.news();
  own.news();
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(2);
  own.news();
  await vi.advanceTimersByTimeAsync(7999);
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

it('reads nothing more when it was closed', async () => {
  const { own, read } = reader(10);
  own.news();
  own.news();
  own.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
});
