import { expect, test } from 'vitest';
import { completionText, readCompletion } from './form-context.ts';

test('values are read with how many there are', () => {
  const read = readCompletion({ completion: { values: ['a', 7, 'b'], total: 40, hasMore: true } });
  expect(read).toEqual({ values: ['a', 'b'], total: 40, hasMore: true });
  expect(read && completionText(read)).toBe('2 values of 40; type on to narrow them down');
});

test('a server that names no total may still say that there is more', () => {
  const read = readCompletion({ completion: { values: ['a'], hasMore: true } });
  expect(read && completionText(read)).toBe('1 value; the server has more');
  const all = readCompletion({ completion: { values: ['a'] } });
  expect(all && completionText(all)).toBe('1 value');
});

test('a result without values is no completion', () => {
  expect(readCompletion({ values: ['a'] })).toBeUndefined();
  expect(readCompletion(null)).toBeUndefined();
});
