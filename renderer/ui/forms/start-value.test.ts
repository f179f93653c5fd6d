import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startArguments, startValue } from './form-value.ts';

const schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', default: 10 },
    id: { type: 'string', description: 'The note' },
    kind: { enum: ['a', 'b'] },
    place: { $ref: '#/$defs/place' },
    extra: { type: 'string' },
  },
  required: ['id', 'kind', 'place'],
  $defs: { place: { type: 'object', properties: { x: { type: 'number', minimum: 1 } }, required: ['x'] } },
};

describe('startArguments', () => {
  test('holds what is required and what has a default, and nothing else', () => {
    expect(startArguments(schema)).toEqual({ limit: 10, id: '', kind: 'a', place: {} });
  });

  test('a schema that needs itself comes to an end', () => {
    const node = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(JSON.stringify(startArguments(node)).length).toBeLessThan(200);
  });

  test('any schema gives an object', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof startArguments(value) === 'object'));
  });
});

test('a choice of shapes begins with the first', () => {
  expect(startValue({}, { anyOf: [{ type: 'array' }, { type: 'string' }] })).toEqual([]);
});

test('a tuple begins with a value for each of its places', () => {
  const places = [{ type: 'string', default: 'a' }, { type: 'number' }];
  expect(startValue({}, { type: 'array', prefixItems: places })).toEqual(['a', 0]);
});
