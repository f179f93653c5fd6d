import { describe, expect, it, test } from 'vitest';
import { sampleArguments } from './sample-value.ts';
import { EXTREMES, withExtremes, wrongValues } from './wrong-values.ts';

const of = (own: unknown) =>
  wrongValues({ type: 'object', properties: { it: own } }, 'it', 'probe').map(({ what, value }) => [
    what,
    value,
  ]);

describe('wrong values', () => {
  test.each([
    [{ type: 'string' }, 'an object'],
    [{ type: 'integer' }, 'an object'],
    [{ type: 'object' }, 'a text'],
    [{ type: ['object', 'string'] }, 'a list'],
  ])('miss the type of %j by %s', (schema, what) => {
    expect(of(schema)[0]?.[0]).toBe(what);
  });

  it('lie just outside of a range, and outside of an enum', () => {
    expect(of({ type: 'integer', minimum: 1, maximum: 9 }).slice(1)).toEqual([
      ['below its minimum', 0],
      ['above its maximum', 10],
    ]);
    expect(of({ type: 'string', enum: ['a'] })).toContainEqual(['outside its enum', 'probe']);
  });

  it('do not exist for what takes everything, nor at limits that a generator implies', () => {
    expect(of({})).toEqual([]);
    expect(of({ type: 'integer', maximum: Number.MAX_SAFE_INTEGER }).length).toBe(1);
  });

  it('are found behind a reference', () => {
    const schema = { properties: { it: { $ref: '#/$defs/count' } }, $defs: { count: { type: 'integer' } } };
    expect(wrongValues(schema, 'it', 'probe').map(({ kind }) => kind)).toEqual(['type']);
  });
});

it('write extreme values as JSON', () => {
  for (const { value } of EXTREMES) {
    expect(JSON.parse(withExtremes(JSON.stringify({ value })))).toHaveProperty('value');
  }
  expect(withExtremes(JSON.stringify(EXTREMES.map(({ value }) => value)))).toContain('1e400');
});

describe('sample arguments', () => {
  it('are as few as the schema requires', () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 9 },
        kind: { enum: ['a', 'b'] },
        count: { type: 'integer', exclusiveMinimum: 3 },
        place: { type: 'object', properties: { at: { type: 'string', format: 'uri' } }, required: ['at'] },
        either: { anyOf: [{ type: 'array', items: { type: 'number' }, minItems: 1 }] },
        more: { type: 'string' },
      },
      required: ['name', 'kind', 'count', 'place', 'either'],
    };
    expect(sampleArguments(schema, 'probe')).toEqual({
      name: 'probexxxx',
      kind: 'a',
      count: 4,
      place: { at: 'https://example.com/' },
      either: [1],
    });
  });

  test.each([
    ['^[0-9]{3}$', '000'],
    ['^[A-Z]{2}-\\d+$', 'AB-123'],
    ['^v?\\d+\\.\\d+\\.\\d+$', '1.0.0'],
    ['^[a-f0-9]{40}$', '0'.repeat(40)],
    ['^#[a-f0-9]{6}$', '#aabbcc'],
  ])('fit the pattern %s', (pattern, value) => {
    const schema = { type: 'object', properties: { at: { type: 'string', pattern } }, required: ['at'] };
    expect(sampleArguments(schema, 'probe')).toEqual({ at: value });
  });

  it('are none if nothing was found that fits', () => {
    const schema = {
      type: 'object',
      properties: { at: { type: 'string', pattern: '^strange [0-9]{3} things$' } },
      required: ['at'],
    };
    expect(sampleArguments(schema, 'probe')).toBeUndefined();
    expect(sampleArguments({ type: 'object', required: ['unknown'] }, 'probe')).toBeUndefined();
  });
});
