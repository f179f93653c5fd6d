import { expect, test } from 'vitest';
import { leakIn, withoutTrace } from './rules/leaks.ts';

const TRACES = [
  'TypeError: x is undefined\n    at Object.run (file:///srv/app/server.js:45:27)',
  'Order failed\n\tat Garden.order(Garden.java:30)',
  'java.lang.IllegalStateException: closed; at org.example.Shop.sell(Shop.kt:12)',
  'Traceback (most recent call last):\n  File "/srv/app/main.py", line 3, in <module>\nKeyError: 1',
  'panic: boom\n\ngoroutine 1 [running]:\nmain.main()',
  "thread 'main' panicked\nstack backtrace:\n   0: 0x55d0c8 - std::panicking",
  '** (RuntimeError) boom\n    (library 0.1.0) lib/library.ex:12: Library.borrow/1',
  'System.Exception: boom\n   at Shop.Sell() in /src/Shop.cs:line 12',
];

test.each(TRACES)('sees the frames of a stack: %j', (text) => {
  expect(leakIn(text)?.kind).toBe('trace');
});

test.each([
  'Look for "Traceback (most recent call last)" in the log',
  'The train stops at Oslo:12:30 and waits',
  'Caused by: a missing permission',
  'Open http://localhost:3000 first',
  'see notes.txt:12',
])('takes a plain sentence for one: %j', (text) => {
  expect(leakIn(text)).toBeNull();
});

test('a place in a home folder is less than a trace', () => {
  expect(leakIn('cannot read /home/ann/app/config.ts:12')).toEqual({
    kind: 'place',
    text: '/home/ann/app/config.ts:12',
  });
});

test('what stays without the trace is its own first sentence', () => {
  expect(withoutTrace(TRACES[0] ?? '')).toBe('TypeError: x is undefined');
  expect(withoutTrace(TRACES[3] ?? '')).toBe('KeyError: 1');
  expect(withoutTrace('    at Object.run (file:///srv/app/server.js:45:27)')).toBe('');
});
