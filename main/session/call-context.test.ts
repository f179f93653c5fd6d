import { describe, expect, it, vi } from 'vitest';
import { CallSignal } from './call-context.ts';

describe('the signal of a call', () => {
  it('calls its listeners once, with the reason in place', () => {
    const signal = new CallSignal();
    const heard: unknown[] = [];
    signal.addEventListener('abort', () => heard.push(signal.reason));
    signal.addEventListener('abort', { handleEvent: ({ type }) => heard.push(type) });
    expect(signal.aborted).toBe(false);
    signal.throwIfAborted();
    signal.abort('cancelled by the user');
    signal.abort('again');
    expect(heard).toEqual(['cancelled by the user', 'abort']);
    expect(signal.aborted).toBe(true);
    expect(() => signal.throwIfAborted()).toThrow('cancelled by the user');
  });

  it('calls a listener once that was added twice, and none that was removed or is for another event', () => {
    const signal = new CallSignal();
    const [twice, removed, other] = [vi.fn(), vi.fn(), vi.fn()];
    signal.addEventListener('abort', twice);
    signal.addEventListener('abort', twice);
    signal.addEventListener('abort', removed);
    signal.removeEventListener('abort', removed);
    signal.addEventListener('error', other);
    signal.abort('cancelled');
    expect(twice).toHaveBeenCalledOnce();
    expect(removed).not.toHaveBeenCalled();
    expect(other).not.toHaveBeenCalled();
  });

  it('calls nobody once the call is over', () => {
    const signal = new CallSignal();
    const listener = vi.fn();
    signal.addEventListener('abort', listener);
    signal.release();
    signal.abort('too late');
    expect(listener).not.toHaveBeenCalled();
  });
});
