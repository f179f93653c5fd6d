import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNumberText, readNumberText } from './value-field.tsx';

test('what is a number in JSON is one, anything else is sent as the text it is', () => {
  expect(readNumberText(' -1.50e2 ')).toBe(-150);
  expect(readNumberText('1.')).toBe('1.');
  expect(readNumberText('0x10')).toBe('0x10');
});

test('no text stands for no value', () => {
  expect(readNumberText('  ')).toBeUndefined();
});

test('what was typed can be shown again, and a text of digits is not taken for a number', () => {
  expect(isNumberText('5')).toBe(false);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = readNumberText(text);
      expect(value === undefined || isNumberText(value)).toBe(true);
    }),
  );
});
