import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { pickStderr } from './stderr-pick.ts';

const pick = (text: string, silent = false) =>
  pickStderr(
    text.split('\n').map((line) => ({ text: line, names: line.includes('book-flight') })),
    silent,
  );

describe('the crash in what a server wrote', () => {
  test.each([
    [
      'Python',
      'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    raise X\nValueError: no seats\nINFO bye',
      'ValueError: no seats',
    ],
    [
      'an exception of its own',
      'Traceback (most recent call last):\n  File "a.py", line 3\nmuseum.Closed: monday',
      'museum.Closed: monday',
    ],
    [
      'Node',
      "TypeError: Cannot read properties of undefined (reading 'x')\n    at f (/a.js:3:4)\n\nNode.js v22.1.0",
      "TypeError: Cannot read properties of undefined (reading 'x')",
    ],
    ['Node with a code', 'Error [ERR_X]: bad\n    at f (/a.js:3:4)', 'Error [ERR_X]: bad'],
    [
      'Go',
      'panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:3 +0x1d',
      'panic: runtime error: index out of range [3]',
    ],
    [
      'Rust',
      "thread 'main' panicked at src/main.rs:2:5:\nout of seats\nnote: run with `RUST_BACKTRACE=1` environment variable",
      'out of seats',
    ],
    [
      'Java',
      'Exception in thread "main" java.lang.IllegalStateException: closed\n\tat a.B.c(B.java:3)\nCaused by: java.io.IOException: no disk\n\t... 3 more',
      'Caused by: java.io.IOException: no disk',
    ],
    ['Elixir', '** (RuntimeError) no seats\n    (app 0.1.0) lib/a.ex:3: A.b/1', '** (RuntimeError) no seats'],
    [
      'C#',
      'Unhandled exception. System.InvalidOperationException: closed\n   at A.B() in /a.cs:line 3',
      'Unhandled exception. System.InvalidOperationException: closed',
    ],
  ])('is found in the words of %s', (_, text, crash) => {
    expect(pick(text).crashes.at(-1)).toBe(crash);
    expect(pick(text).lines).toContain(crash);
    expect(pick(text).lines.join()).not.toMatch(/goroutine|^\s*at |File "/m);
  });

  it('is none in chatter', () => {
    const chatter = 'INFO starting\nProcessing request of type CallToolRequest\nGET /health 200';
    expect(pick(chatter)).toMatchObject({ lines: [], crashes: [] });
  });
});

it('shows the line that names the call, and what speaks of trouble, in order', () => {
  const text = 'INFO ready\nERROR: pool exhausted\nDEBUG idle\ncalling book-flight with 2 seats\nINFO done';
  expect(pick(text).lines).toEqual(['ERROR: pool exhausted', 'calling book-flight with 2 seats']);
});

it.each([
  ['INFO starting', undefined],
  ['2026-01-02 10:00:00 [info] ready', undefined],
  ['2026-01-02T10:00:00Z DEBUG core: tick', undefined],
  ['level=info msg=ready', undefined],
  ['{"level":"info","msg":"ready"}', undefined],
  ['cannot open the store', 'cannot open the store'],
  ['Information about seats is missing', 'Information about seats is missing'],
  ['ERROR no seats\nbye', 'ERROR no seats'],
])('takes of %j as the last word: %j', (text, last) => {
  expect(pick(text).last).toBe(last);
});

it('shows the last lines of a server that never answered', () => {
  expect(pick('one\ntwo\nthree\nfour', true).lines).toEqual(['two', 'three', 'four']);
});

it('picks at most five of the lines, in their order, for any lines', () => {
  const line = fc.constantFrom(
    'ValueError: x',
    '  at f',
    'book-flight',
    'ERROR: a',
    'plain',
    '',
    'ERROR: b',
    'two',
  );
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), (lines, silent) => {
      const { lines: shown, crashes } = pick(lines.join('\n'), silent);
      expect(shown.length).toBeLessThanOrEqual(5);
      expect(new Set(shown).size).toBe(shown.length);
      for (const one of shown) expect(lines.map((text) => text.trim())).toContain(one);
      for (const crash of crashes) expect(shown).toContain(crash);
    }),
  );
});
