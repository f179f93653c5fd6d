import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { placeText } from './schema-walk.ts';

const schemaMismatches = (schema: unknown, value: unknown, limit: number) =>
  checkSchema(schema, value, { warnings: limit, steps: 5000 }).warnings.map(({ at, message }) => ({
    path: placeText(at),
    message,
  }));

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    age: { type: 'integer', minimum: 0 },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    boss: { $ref: '#' },
    home: { $ref: '#/$defs/address' },
  },
  additionalProperties: false,
  $defs: { address: { type: 'object', required: ['city'] } },
};

describe('the places of mismatches', () => {
  it('gives nothing if the value fits', () => {
    const value = { name: 'Ann', age: 3, tags: ['a'], boss: { name: 'Bo' }, home: { city: 'Ulm', zip: 1 } };
    expect(schemaMismatches(person, value, 10)).toEqual([]);
  });

  it('names the path of every mismatch', () => {
    const value = { age: 1.5, tags: ['a', 'c'], boss: {}, home: {}, 'e-mail': 'x' };
    expect(schemaMismatches(person, value, 10)).toEqual([
      { path: '$.name', message: 'is required' },
      { path: '$.age', message: 'expected integer, received number' },
      { path: '$.tags[1]', message: 'expected one of "a", "b"' },
      { path: '$.boss.name', message: 'is required' },
      { path: '$.home.city', message: 'is required' },
      { path: '$["e-mail"]', message: 'is not in the schema' },
    ]);
  });

  it('stops at the limit', () => {
    expect(schemaMismatches(person, { age: 1.5, tags: 3 }, 1)).toHaveLength(1);
  });

  it('accepts any one of several alternatives', () => {
    const schema = { anyOf: [{ type: 'string' }, { type: 'object', required: ['error'] }] };
    expect(schemaMismatches(schema, { error: 1 }, 5)).toEqual([]);
    expect(schemaMismatches(schema, 5, 5)).toEqual([{ path: '$', message: 'fits none of the alternatives' }]);
  });

  it('takes what it does not know for fulfilled', () => {
    const schema = { type: 'string', format: 'color', if: true, $ref2: 1 };
    expect(schemaMismatches(schema, 'y', 5)).toEqual([]);
    expect(schemaMismatches({ $ref: 'https://example.org/schema' }, 5, 5)).toEqual([]);
  });

  it('looks at no more than the first values of a large list', () => {
    const items = Array.from({ length: 100_000 }, (_, index) => (index === 99_999 ? 'x' : 1));
    expect(schemaMismatches({ type: 'array', items: { type: 'number' } }, items, 5)).toEqual([]);
  });

  it('follows a reference through a list and an encoded name, and no anchor', () => {
    const schema = {
      allOf: [{ type: ['number', 'object'] }],
      $defs: { 'a b/c': { type: 'string' } },
      properties: {
        first: { $ref: '#/allOf/0' },
        second: { $ref: '#/$defs/a%20b~1c' },
        third: { $ref: '#anchor' },
      },
    };
    expect(schemaMismatches(schema, { first: 'x', second: 1, third: 1 }, 5)).toEqual([
      { path: '$.first', message: 'expected number or object, received string' },
      { path: '$.second', message: 'expected string, received number' },
    ]);
  });

  it('survives a schema that refers to itself', () => {
    expect(schemaMismatches({ $ref: '#' }, 5, 5)).toEqual([]);
  });

  it('never throws, whatever schema and value are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
        expect(schemaMismatches(schema, value, 3).length).toBeLessThanOrEqual(3);
      }),
    );
  });
});
