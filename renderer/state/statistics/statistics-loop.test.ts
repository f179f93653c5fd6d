import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { err } from '../../../app/base/result.ts';
import { StatisticsLoop } from './statistics-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function loop(tookMs: number) {
  let clock = 0;
  const read = vi.fn(async () => {
    clock += tookMs;
    return err('no');
  });
  const onRead = vi.fn();
  const own = new StatisticsLoop({ sessions: ['s1'], read, onRead, now: () => clock });
  return { own, read, onRead };
}

it('reads at once, and once for all news that come during the pause', async () => {
  const { own, read, onRead } = loop(10);
  own.news();
  await vi.advanceTimersByTimeAsync(0);
  expect(onRead).toHaveBeenCalledTimes(1);
  for (let more = 0; more < 20; more += 1) own.news();
  await vi.advanceTimersByTimeAsync(499);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
});

it('rests eight times as long as a reading took, and does not read without news', async () => {
  const { own, read } = loop(1000);
  own.news();
  await vi.advanceTimersByTimeAsync(0);
  own.news();
  await vi.advanceTimersByTimeAsync(7999);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('reports nothing more when it was closed during a reading', async () => {
  const { own, onRead } = loop(10);
  own.news();
  own.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(onRead).not.toHaveBeenCalled();
});
