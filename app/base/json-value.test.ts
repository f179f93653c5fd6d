import { expect, test } from 'vitest';
import { isJsonObject, stringAt } from './json-value.ts';

test('only objects with keys are JSON objects', () => {
  expect(isJsonObject({})).toBe(true);
  for (const other of [null, undefined, [], 'x', 1, true]) expect(isJsonObject(other)).toBe(false);
});

test('a member is given only where it is a string', () => {
  expect(stringAt({ a: 'x' }, 'a')).toBe('x');
  expect(stringAt({ a: '' }, 'a')).toBe('');
  for (const other of [{ a: 1 }, {}, null, 'a', ['a']]) expect(stringAt(other, 'a')).toBeUndefined();
});
