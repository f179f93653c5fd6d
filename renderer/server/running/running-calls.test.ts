import { expect, test } from 'vitest';
import { progressOf, progressText, progressTokenOf } from './running-calls.tsx';

const text = (params: unknown) => {
  const progress = progressOf(params);
  return progress === undefined ? undefined : progressText(progress);
};

test('progress is shown with its total and message, if any', () => {
  expect(text({ progress: 2, total: 5, message: 'reading' })).toBe('2 of 5 · reading');
  expect(text({ progress: 1 / 3 })).toBe('0.33');
  expect(text({ progress: 4, total: 0 })).toBe('4');
});

test('params without a number are no progress', () => {
  expect(text({ progress: 'half' })).toBeUndefined();
  expect(text(null)).toBeUndefined();
});

test('the token of a request may be a number or a text', () => {
  expect(progressTokenOf({ _meta: { progressToken: 0 } })).toBe('0');
  expect(progressTokenOf({ _meta: { progressToken: 'p' } })).toBe('p');
  expect(progressTokenOf({ name: 'x' })).toBe('');
});
