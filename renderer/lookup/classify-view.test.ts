import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyText } from './classify-view.tsx';

test('one text is one error, whatever it says', () => {
  const { errors, skipped } = classifyText('Rate limit exceeded');
  expect(errors.map(({ classification }) => classification.row.codeName)).toEqual(['RateLimited']);
  expect(skipped).toBe(0);
  expect(classifyText('all is well').errors).toHaveLength(1);
});

test('each line of a log that names an error is one, without its time and logger', () => {
  const { errors, skipped } = classifyText(
    [
      '2026-01-02 10:00:00 INFO listening',
      '2026-01-02 10:00:01 ERROR [search] TypeError: x is not a function',
      '    at run (server.js:1:2)',
      '\u001b[31m10:00:02 ERROR:RATE_LIMIT — slow down\u001b[0m',
    ].join('\n'),
  );
  expect(errors.map(({ text }) => text)).toEqual([
    'TypeError: x is not a function',
    'ERROR:RATE_LIMIT — slow down',
  ]);
  expect(errors[1]?.classification.category?.text).toBe('RATE_LIMIT');
  expect(skipped).toBe(1);
});

test('of a Python traceback the exception counts', () => {
  const { errors } = classifyText(
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no such note',
  );
  expect(errors.map(({ text }) => text)).toEqual(['ValueError: no such note']);
});

test('any text gives errors and never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => classifyText(text).skipped >= 0));
});
