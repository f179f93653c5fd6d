import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { checkSchema } from './check-schema.ts';
import { surelyFits } from './sure-fit.ts';

const FITTING: readonly (readonly [
  name: string,
  schema: { readonly [keyword: string]: unknown },
  value: unknown,
])[] = [
  ['types', { type: ['integer', 'null'] }, 3],
  ['members', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { a: '', b: 1 }],
  ['closed objects', { properties: { a: true }, additionalProperties: false }, { a: 1 }],
  ['maps', { additionalProperties: { type: 'number' } }, { a: 1, b: 2 }],
  ['lists', { type: 'array', items: { enum: ['x', 1] }, minItems: 1 }, ['x', 1]],
  ['bounds', { type: 'number', minimum: 0, exclusiveMaximum: 1 }, 0.5],
  ['lengths', { minLength: 1, maxLength: 2 }, 'ab'],
  ['alternatives', { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'a note' }, null],
];

describe('surelyFits', () => {
  test.each(FITTING)('knows of %s that they fit', (_name, schema, value) => {
    expect(surelyFits(schema, value)).toBe(true);
  });

  test('is not sure of a schema with a keyword that it does not test', () => {
    expect(surelyFits({ type: 'string', format: 'date' }, '2026-01-01')).toBe(false);
    expect(surelyFits({ properties: { a: { $ref: '#' } } }, { a: {} })).toBe(false);
  });

  test('is not sure of a list that is longer than its steps', () => {
    const schema = { items: { type: 'number' } };
    expect(surelyFits(schema, new Array(100).fill(1))).toBe(true);
    expect(surelyFits(schema, new Array(10_000).fill(1))).toBe(false);
  });

  test('is sure of nothing in which the whole check finds a fault', () => {
    const scalar = fc.oneof(
      fc.constantFrom('', 'a', 'ab', '😀', null, true, false),
      fc.integer({ min: -2, max: 3 }),
    );
    const name = fc.constantFrom('a', 'b', '__proto__', 'toString');
    const { value, schema } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.constantFrom(0.5, 1.5),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 3 }),
      ),
      schema: fc.oneof({ maxDepth: 3 }, fc.boolean(), scalar, tie('object')),
      object: fc
        .tuple(
          fc.record({
            type: fc.oneof(typeName, fc.array(typeName, { maxLength: 2 })),
            enum: fc.array(tie('value'), { maxLength: 3 }),
            const: tie('value'),
            minimum: scalar,
            maximum: scalar,
            exclusiveMinimum: scalar,
            exclusiveMaximum: scalar,
            minLength: scalar,
            maxLength: scalar,
            items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
            minItems: scalar,
            maxItems: scalar,
            properties: fc.oneof(fc.dictionary(name, tie('schema'), { maxKeys: 3 }), scalar),
            required: fc.oneof(fc.array(fc.oneof(name, scalar), { maxLength: 2 }), scalar),
            additionalProperties: tie('schema'),
            anyOf: fc.array(tie('schema'), { maxLength: 2 }),
            nullable: fc.constant(true),
            format: fc.constant('date'),
            title: fc.constant('a note'),
          }),
          fc.subarray(KEYWORDS, { maxLength: 3 }),
        )
        .map(([all, kept]) =>
          Object.fromEntries(Object.entries(all).filter(([keyword]) => kept.includes(keyword))),
        ),
    }));
    let sure = 0;
    fc.assert(
      fc.property(schema, value, (one, given) => {
        const read: unknown = JSON.parse(JSON.stringify(one));
        const sent: unknown = JSON.parse(JSON.stringify(given));
        fc.pre(isObject(read));
        if (!surelyFits(read, sent)) return;
        sure += 1;
        expect(checkSchema(read, sent).warnings).toEqual([]);
      }),
      { numRuns: runs(3000) },
    );
    expect(sure).toBeGreaterThan(100);
  });
});

const KEYWORDS =
  'type enum const minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength items minItems maxItems properties required additionalProperties anyOf nullable format title'.split(
    ' ',
  );
const typeName = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'any');

function isObject(value: unknown): value is { readonly [keyword: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
