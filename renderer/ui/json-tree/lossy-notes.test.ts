import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lossySpots } from './lossy-notes.tsx';

describe('lossySpots', () => {
  test('an integer beyond 2^53 is named with its path and what JSON.parse makes of it', () => {
    expect(lossySpots('{"result":{"rows":[1,9007199254740993]}}').places).toEqual([
      {
        at: 21,
        kind: 'rounded',
        path: 'result.rows[1]',
        written: '9007199254740993',
        parsed: '9007199254740992',
      },
    ]);
  });

  test('a key that comes twice in one object is named, the same key in two objects is not', () => {
    expect(lossySpots('{"a":{"x":1},"b":{"x":2,"x":3}}').places).toEqual([
      { at: 24, kind: 'duplicate-key', path: 'b.x' },
    ]);
  });

  test('an escaped key is the same key', () => {
    expect(lossySpots('{"a":1,"\\u0061":2}').places).toHaveLength(1);
  });

  test('numbers and braces inside strings are text', () => {
    expect(lossySpots('{"a":"9007199254740993 {\\"a\\":1,\\"a\\":2}"}').places).toEqual([]);
  });

  test('a number too great for a double is named', () => {
    expect(lossySpots('[1e999]').places).toEqual([
      { at: 1, kind: 'rounded', path: '[0]', written: '1e999', parsed: 'Infinity' },
    ]);
  });

  test('a long number with a fraction is named if it is too great for a double, and not if it is none', () => {
    const long = '9'.repeat(3000);
    expect(lossySpots(`[${long}.5]`).places).toMatchObject([{ kind: 'rounded', parsed: 'Infinity' }]);
    expect(lossySpots(`[0.${long},${long}e,1-${long}]`).places).toEqual([]);
  });

  test.each([9e6, 6e7])(
    'a number of %d digits, and a name that is as long, are named by their first ones',
    (digits) => {
      const [first] = lossySpots(`{"n":${'9'.repeat(digits)}}`).places;
      expect(first).toMatchObject({ kind: 'rounded', path: 'n', parsed: 'Infinity' });
      expect(JSON.stringify(first)).toMatch(/"9{80}… \([\d,]+ characters\)"/);
      const [second] = lossySpots(`{"${'k'.repeat(digits)}":1e999}`, Number.POSITIVE_INFINITY).places;
      expect(second?.path.length).toBeLessThan(100);
    },
  );

  test('a text longer than the limit says how far it was read', () => {
    expect(lossySpots(`["${'x'.repeat(100)}"]`, 10)).toMatchObject({ complete: false });
    expect(lossySpots('[]')).toEqual({ places: [], scannedChars: 2, complete: true });
  });

  test('what JSON.stringify writes has no lossy spot', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // Doubles beyond 2^53 print digits that parse back to themselves.
        expect(lossySpots(JSON.stringify(value)).places).toEqual([]);
      }),
    );
  });

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void lossySpots(text)));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '1', '-', 'a')),
        (parts) => void lossySpots(parts.join('')),
      ),
    );
  });
});
