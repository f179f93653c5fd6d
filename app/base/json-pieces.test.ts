import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

test('pieces of JSON are together what JSON.stringify writes', () => {
  const member = fc.oneof(fc.jsonValue(), fc.constant(undefined));
  const document = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), member), fc.array(member));
  fc.assert(
    fc.property(document, fc.nat(4), (value, depth) => {
      expect([...jsonPieces(value, depth)].join('')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('each member of a list is a piece of its own', () => {
  const pieces = [...jsonPieces({ errors: Array.from({ length: 1000 }, (_, seq) => ({ seq })) })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40);
});
