import { expect, test } from 'vitest';
import { isJsonObject, jsonText, numberOf, stringAt, writtenOut } from './json-value.ts';

test('only objects with keys are JSON objects', () => {
  expect(isJsonObject({})).toBe(true);
  for (const other of [null, undefined, [], 'x', 1, true]) expect(isJsonObject(other)).toBe(false);
});

test('a member is given only if it is a string', () => {
  expect(stringAt({ a: 'x' }, 'a')).toBe('x');
  expect(stringAt({ a: '' }, 'a')).toBe('');
  for (const other of [{ a: 1 }, {}, null, 'a', ['a']]) expect(stringAt(other, 'a')).toBeUndefined();
});

test('writes a value as JSON, and nothing for no value', () => {
  expect(jsonText({ a: [1, 'x', null] })).toBe('{"a":[1,"x",null]}');
  expect(jsonText(undefined)).toBe('');
});

test('says so where a value is nested too deeply to write', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(jsonText(deep)).toBe('(nested too deeply to show)');
});

test('writes out what `String` cannot: an object whose toString is no function', () => {
  expect(writtenOut({ toString: 1 })).toBe('');
  expect(writtenOut([{ toString: null }])).toBe('');
  expect(writtenOut(1)).toBe('1');
  expect(writtenOut('x')).toBe('x');
});

test('asks only numbers and texts for their number', () => {
  expect(numberOf('404')).toBe(404);
  expect(numberOf(-1.5)).toBe(-1.5);
  for (const other of [{ toString: 1 }, { valueOf: null }, [7], true, null, undefined, 'x'])
    expect(numberOf(other)).toBeNaN();
});
