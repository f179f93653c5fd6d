import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../app/base/testing/runs.ts';
import { jsonFault } from './json-fault.ts';

test.each([
  ['', 1, 1, 'a value is missing'],
  ['{"a": }', 1, 7, 'this is not a JSON value'],
  ['{"a": 1,}', 1, 8, 'a comma too many'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma or } is missing'],
  ["{'a': 1}", 1, 2, 'keys need double quotes'],
  ['{"a": "x', 1, 7, 'the closing quote is missing'],
  ['{} x', 1, 4, 'nothing may follow the value'],
  ['[01]', 1, 3, 'a number is broken'],
])('%j fails at line %d, column %d', (text, line, column, message) => {
  expect(jsonFault(text)).toEqual({ line, column, message });
});

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('it finds a fault exactly where JSON.parse does not parse', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '\\n',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'true',
    'null',
    ' ',
    '\n',
    '\\u00e9',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
      ),
      (text) => {
        expect(jsonFault(text) === undefined).toBe(parses(text));
      },
    ),
    { numRuns: runs(2000) },
  );
});
