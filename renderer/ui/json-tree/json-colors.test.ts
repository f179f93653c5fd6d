import { expect, it } from 'vitest';
import { jsonColors } from './wire-text.tsx';

it('tells keys, strings, numbers and words of JSON text apart, also where it is cut off', () => {
  const text = '{"a": "b", "c": [1.50, null, -2], "d": "cut o';
  const { key, string, number, word } = jsonColors(text);
  const shown = (ranges: typeof key) => ranges.map(([from, to]) => text.slice(from, to));
  expect(shown(key)).toEqual(['"a"', '"c"', '"d"']);
  expect(shown(string)).toEqual(['"b"', '"cut o']);
  expect(shown(number)).toEqual(['1.50', '-2']);
  expect(shown(word)).toEqual(['null']);
});
