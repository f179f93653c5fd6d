import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';

test('writes a value as JSON, and nothing for no value', () => {
  expect(jsonText({ a: [1, 'x', null] })).toBe('{"a":[1,"x",null]}');
  expect(jsonText(undefined)).toBe('');
});

test('says so where a value is nested too deeply to write', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(jsonText(deep)).toBe('(nested too deeply to show)');
});
