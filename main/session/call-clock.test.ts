import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallClock } from './call-context.ts';

describe('the clock of a call', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const started = () => {
    const over = vi.fn();
    return { over, clock: new CallClock(100, over, Date.now) };
  };

  test('is over once its limit has passed', () => {
    const { over } = started();
    vi.advanceTimersByTime(99);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(1);
  });

  test('stands still while anything holds it, and goes on with what was left', () => {
    const { over, clock } = started();
    vi.advanceTimersByTime(60);
    clock.hold();
    clock.hold();
    vi.advanceTimersByTime(1000);
    clock.release();
    vi.advanceTimersByTime(1000);
    clock.release();
    vi.advanceTimersByTime(39);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(1);
  });

  test('begins again with progress, also while it stands still', () => {
    const { over, clock } = started();
    vi.advanceTimersByTime(90);
    clock.restart();
    vi.advanceTimersByTime(90);
    clock.hold();
    clock.restart();
    vi.advanceTimersByTime(500);
    clock.release();
    vi.advanceTimersByTime(99);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledTimes(1);
  });

  test('is never over once it was stopped, whatever holds it afterwards', () => {
    const { over, clock } = started();
    clock.hold();
    clock.stop();
    clock.release();
    vi.advanceTimersByTime(1000);
    expect(over).not.toHaveBeenCalled();
  });
});
