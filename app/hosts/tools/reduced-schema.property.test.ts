import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json-value.ts';
import { checkSchema } from '../../base/schema/check-schema.ts';
import { runs } from '../../base/testing/runs.ts';
import { hostTable } from '../lens/host-table.ts';
import type { ToolListRow } from '../lens/tool-row.ts';
import { reducedSchema } from './reduced-schema.ts';
import { allTakers, losingRows } from './tool-judge.ts';
import { placesOf } from './tool-traits.ts';

const table = hostTable();
const takers = allTakers(table);

/** Names that no taker rejects: only the author can change a bad one. */
const names = fc.constantFrom('a', 'b', 'c', 'filter', 'x_1');
const leaf = fc.oneof(
  fc.record({ type: fc.constant('string') }),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['a', 'b']) }),
  fc.record({
    type: fc.constantFrom('integer', 'number'),
    exclusiveMinimum: fc.integer({ min: -2, max: 2 }),
  }),
  fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.constant(0), maximum: fc.constant(5) }),
  fc.record({ type: fc.constant(['string', 'null']), maxLength: fc.constant(3) }),
  fc.record({ type: fc.constant(['integer', 'string']), enum: fc.constant([1, 'a', null]) }),
  fc.record({ const: fc.constantFrom<unknown>('a', 1, null) }),
  fc.record({ enum: fc.constantFrom<unknown[]>([1, 2], ['a', 1], ['a', null]) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^(?!b)', '^a') }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('uri', 'email', 'date-time') }),
  fc.record({ $ref: fc.constantFrom('#/$defs/one', '#/$defs/nested', '#/$defs/nothing') }),
  fc.constant({ type: 'array' }),
  fc.constant({ type: 'object' }),
  fc.constant({ type: 'string', properties: { a: {} }, required: ['a'] }),
);

const { schema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ type: fc.constant('array'), items: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      description: fc.constant('d'),
    }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: leaf }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), leaf),
      title: fc.constant('t'),
    },
    { requiredKeys: ['type'] },
  ),
}));

const whole = fc
  .tuple(
    schema,
    fc.dictionary(names, schema, { maxKeys: 3 }),
    fc.constantFrom<JsonObject>({}, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, { $schema: 'x' }),
  )
  .map(
    ([nested, properties, more]): JsonObject => ({
      type: 'object',
      properties,
      ...more,
      $defs: { one: { type: 'string', maxLength: 2 }, nested },
    }),
  );

const scalar = fc.constantFrom<unknown>('a', 'b', 'abcd', '', 0, 1, 2, 5, 6, -1, 0.5, null, true);
const value = fc.dictionary(
  names,
  fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.dictionary(names, scalar, { maxKeys: 2 })),
  { maxKeys: 3 },
);

const chosen = fc.uniqueArray(fc.constantFrom(...takers), {
  minLength: 1,
  maxLength: 4,
  selector: ({ host }) => host,
});
const context = { names: new Map<string, number>(), server: 'srv' };

describe('the schema that every chosen taker keeps', () => {
  const derived = (own: JsonObject, list: typeof takers) => {
    const rows = losingRows(table, list);
    const tool = { name: 'get', index: 0, sent: { name: 'get', description: 'd', inputSchema: own } };
    return { rows, tool, kept: reducedSchema(tool, rows, context) };
  };

  test('passes their rows, but for what only the author can change, which it names', () => {
    fc.assert(
      fc.property(whole, chosen, (own, list) => {
        const { rows, tool, kept } = derived(own, list);
        const changed = { ...tool, sent: { ...tool.sent, inputSchema: kept.schema } };
        const failing = rows.filter(({ when }) => placesOf(when, changed, context).length > 0);
        expect(failing).toEqual(kept.left);
        // One requires additionalProperties: false, the other rejects the keyword, so no schema fits both.
        const ids = list.map(({ host }) => host);
        if (ids.includes('openai-strict') && ids.includes('gemini')) return;
        const isTheirs = ({ when }: ToolListRow) => when.has === 'shape' && when.shape === 'empty-properties';
        expect(kept.left.filter((row) => !isTheirs(row))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('allows only what the tool’s own schema allows, or names what it gives up', () => {
    let compared = 0;
    fc.assert(
      fc.property(whole, chosen, fc.array(value, { minLength: 5, maxLength: 15 }), (own, list, values) => {
        const { kept } = derived(own, list);
        if (kept.losses.some(({ kind }) => kind !== 'narrower')) return;
        for (const one of values) {
          const now = checkSchema(kept.schema, one);
          const before = checkSchema(own, one);
          if (before.unread !== '' || now.unread !== '') continue;
          compared += 1;
          if (now.warnings.length === 0)
            expect({ one, before: before.warnings }).toEqual({ one, before: [] });
        }
      }),
      { numRuns: runs(600) },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('allows all that the own schema allows, or names what it gives up', () => {
    fc.assert(
      fc.property(whole, chosen, fc.array(value, { minLength: 5, maxLength: 15 }), (own, list, values) => {
        const { kept } = derived(own, list);
        if (kept.losses.some(({ kind }) => kind !== 'wider')) return;
        for (const one of values) {
          const now = checkSchema(kept.schema, one);
          const before = checkSchema(own, one);
          if (before.unread !== '' || now.unread !== '') continue;
          if (before.warnings.length === 0) expect({ one, now: now.warnings }).toEqual({ one, now: [] });
        }
      }),
      { numRuns: runs(600) },
    );
  });

  test('may allow less where a reference under not leads to what it allows more of', () => {
    const nested = { allOf: [{ type: 'string' }, { type: 'object' }] };
    const own = {
      ...{ type: 'object', $defs: { nested } },
      properties: { a: { not: { $ref: '#/$defs/nested' } } },
    };
    const gemini = takers.filter(({ host }) => host === 'gemini');
    expect(derived(own, gemini).kept.losses.map(({ kind }) => kind)).toEqual(['either']);
  });
});
