import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundStretches, searchTerms, searchTest } from './drawn-text.tsx';

test('a text fits if it holds every term, in any order and case', () => {
  expect(searchTest('file READ')('read_text_file')).toBe(true);
  expect(searchTest('file write')('read_text_file')).toBe(false);
  expect(searchTest('  ')('anything')).toBe(true);
});

test('the terms are found where they stand, the longer one first', () => {
  expect(foundStretches('Read_text', ['read', 're'])).toEqual([
    { text: 'Read', found: true },
    { text: '_text', found: false },
  ]);
  expect(foundStretches('plain', [])).toEqual([{ text: 'plain', found: false }]);
});

test('the stretches of a text are the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, search) => {
      const stretches = foundStretches(text, searchTerms(search));
      expect(stretches.map((one) => one.text).join('')).toBe(text);
    }),
  );
});
