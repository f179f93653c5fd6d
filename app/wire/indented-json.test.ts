import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indentedJson, placeWhenIndented } from './indented-json.ts';
import { compactJson } from './json-scan.ts';

it('puts each member on a line of its own, and leaves every token as it was written', () => {
  expect(indentedJson('{"a":1.0,"b":[],"b":[{"c":"x, y"},-0]}').text).toBe(
    '{\n  "a": 1.0,\n  "b": [],\n  "b": [\n    {\n      "c": "x, y"\n    },\n    -0\n  ]\n}',
  );
});

it('indents the beginning of a text that is cut off', () => {
  expect(indentedJson('{"a":{"b":"hal').text).toBe('{\n  "a": {\n    "b": "hal');
});

it('does not grow without bounds with the depth of a text', () => {
  expect(indentedJson('['.repeat(20_000)).text.length).toBeLessThan(20_000 * 90);
});

it('is the text again without its white space, and finds each place of it', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, number) => {
      const indented = indentedJson(text);
      expect(compactJson(indented.text)).toBe(compactJson(text));
      const at = number % text.length;
      if (!/\s/.test(text.charAt(at)))
        expect(indented.text.charAt(placeWhenIndented(indented, at))).toBe(text.charAt(at));
    }),
  );
});
