import { AjvJsonSchemaValidator as AjvOfModern } from '@modelcontextprotocol/client/validators/ajv';
import { AjvJsonSchemaValidator as AjvOfInitialize } from '@modelcontextprotocol/sdk/validation/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT_TEXT } from '../../app/base/json-value.ts';
import { runs } from '../../app/base/testing/runs.ts';
import { OutputCheck, OutputValidator } from './output-check.ts';

type Validator = {
  readonly getValidator: (schema: { [keyword: string]: unknown }) => (value: unknown) => { valid: boolean };
};

/** `refused` for a schema that does not compile, else whether the value matches. */
function verdict(validator: Validator, schema: { [keyword: string]: unknown }, value: unknown) {
  let check: ReturnType<Validator['getValidator']>;
  try {
    check = validator.getValidator(schema);
  } catch {
    return 'refused';
  }
  try {
    return check(value).valid ? 'fits' : 'misfits';
  } catch {
    return 'broken';
  }
}

const word = fc.constantFrom(
  'a',
  'b',
  'ab',
  '',
  'é',
  '😀',
  '2026-11-22',
  'x@y.org',
  'https://x.org/a',
  '1.2.3.4',
);
const name = fc.constantFrom('a', 'b', 'c');
const count = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3);

const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    word,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');
const pattern = fc.constantFrom('^a', 'b$', '^[a-z]+$', '\\d', '^(a|b)*$', '^.$', '(?!a)b');
const format = fc.constantFrom(
  'date',
  'date-time',
  'email',
  'uri',
  'ipv4',
  'uuid',
  'hostname',
  'json-pointer',
  'color',
);

const FORMATS = Object.entries({
  date: ['2024-02-29', '2023-02-29', '1.1.2024'],
  time: ['09:30:00Z', '09:30:00', '23:59:60Z', '22:59:60-01:00', '12:00:60Z', '09:30:00+0100', '24:00:00Z'],
  'date-time': ['2026-01-31T09:30:00Z', '2026-01-31 09:30:00.5+02:00', '2026-01-31', '2026-01-31T09:30Z'],
  duration: ['P1DT2H', 'P2W', 'P', 'PT0.5S', 'PT'],
  email: ['ada@example.org', 'ada@localhost', 'a.b@x.y', 'a..b@x.y', 'ä@b.c', 'a@b@c.d', '@b.c', 'a@-b.c'],
  hostname: ['example.org', 'example.org.', '-a.b', 'a..b', 'x', `${'a'.repeat(64)}.b`],
  ipv4: ['192.0.2.1', '192.0.2.256', '01.2.3.4', '1.2.3'],
  ipv6: [
    '::',
    '::1',
    '2001:db8::1',
    '1:2:3:4:5:6:7:8',
    '1::2::3',
    '::ffff:1.2.3.4',
    '12345::',
    '1:2:3',
    'fe80::1%eth0',
  ],
  uri: [
    'https://x/?q=%20',
    'urn:a:b',
    'http:',
    'x',
    '/x',
    'a:b%',
    'http://[::1]:80/',
    'http://ä/',
    'http://a b/',
    'a:#',
  ],
  'uri-reference': ['/a', 'a', '', 'https://x.org/#a', 'a#b#c', 'a b', 'ä', '?q=1'],
  uuid: ['3f0a7b5e-8c1d-4e2f-9a3b-5c6d7e8f9a0b', 'urn:uuid:3f0a7b5e-8c1d-4e2f-9a3b-5c6d7e8f9a0b', '3f0a7b5e'],
  regex: ['^a+$', '(', 'a\\Z'],
  'json-pointer': ['', '/a~1b', 'a', '/~2'],
  byte: ['aGk=', 'aGk', '', '!'],
  'idn-email': ['ä'],
  int32: ['not a number'],
}).flatMap(([format, texts]) => texts.map((text) => [format, text] as const));

type Era = 'initialize' | 'modern';
type Keywords = { [keyword: string]: unknown };

/** ajv skips `contains` after a list in `items` below `not` and `if`, if an array reaches none of the items. */
function withoutSkipped(schema: Keywords | boolean): Keywords | boolean {
  const text = JSON.stringify(schema, (_key, part) => {
    if (!Array.isArray(part?.items)) return part;
    const { contains: _skipped, ...others } = part;
    return others;
  });
  return JSON.parse(text);
}

/** A schema with up to three keywords per level: with more, hardly any value would match. */
function schemas(era: Era, refs: readonly string[]): fc.Arbitrary<Keywords> {
  return fc.letrec<{ any: Keywords | boolean; object: Keywords }>((tie) => {
    const one = tie('any');
    const list = fc.array(one, { minLength: 1, maxLength: 3 });
    const map = fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true });
    const names = fc.uniqueArray(name);
    const byPattern = fc.dictionary(fc.constantFrom('^a', 'b$', '^(a|b)*$', '.'), one, {
      maxKeys: 2,
      noNullPrototype: true,
    });
    const keywords: { [keyword: string]: fc.Arbitrary<unknown> } = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      const: value,
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      minimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(1, 2, 0.5),
      minLength: count,
      maxLength: count,
      pattern,
      format,
      properties: map,
      required: names,
      additionalProperties: one,
      patternProperties: byPattern,
      propertyNames: one,
      minProperties: count,
      maxProperties: count,
      dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
      dependencies: fc.dictionary(name, fc.oneof(names, one), { maxKeys: 2, noNullPrototype: true }),
      items: era === 'modern' ? one : fc.oneof(one, one, list),
      prefixItems: list,
      additionalItems: one,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      minContains: count,
      allOf: list,
      anyOf: list,
      oneOf: list,
      ...Object.fromEntries(['contains', 'then', 'else'].map((keyword) => [keyword, one])),
      not: one.map(withoutSkipped),
      if: one.map(withoutSkipped),
      contentEncoding: fc.constant('base64'),
      ...(refs.length === 0 ? {} : { $ref: fc.constantFrom(...refs) }),
    };
    const single = Object.entries(keywords).map(([keyword, of]) => of.map((given) => ({ [keyword]: given })));
    const object = fc
      .array(fc.oneof(...single), { maxLength: 3 })
      .map((parts): Keywords => Object.assign({}, ...parts));
    return { any: fc.oneof({ maxDepth: 3 }, fc.boolean(), object), object };
  }).object;
}

function documents(era: Era) {
  return fc
    .tuple(schemas(era, ['#/$defs/a']), schemas(era, []))
    .map(([schema, a]) => ({ ...schema, $defs: { a: withoutSkipped(a) } }));
}

const ERAS = [
  ['initialize', new OutputValidator('initialize'), new AjvOfInitialize()],
  ['modern', new OutputValidator('modern'), new AjvOfModern()],
] as const;

describe.each(ERAS)('the validator of output schemas of the %s era', (era, ours, theirs) => {
  test('takes and refuses the values that ajv does in the official client', () => {
    const seen = { fits: 0, misfits: 0, refused: 0 };
    fc.assert(
      fc.property(documents(era), fc.array(value, { minLength: 1, maxLength: 4 }), (schema, values) => {
        for (const one of values) {
          const expected = verdict(theirs as never, schema, one);
          // ajv itself fails on some, such as `patternProperties` next to an unsatisfiable `anyOf`.
          if (expected === 'broken') continue;
          seen[expected] += 1;
          expect([schema, one, verdict(ours, schema, one)]).toEqual([schema, one, expected]);
        }
      }),
      { numRuns: runs(500) },
    );
    expect(seen.fits).toBeGreaterThan(runs(100));
    expect(seen.misfits).toBeGreaterThan(runs(100));
    expect(seen.refused).toBe(0);
  });

  test.each([
    { type: 'objekt' },
    { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } },
    { pattern: '(' },
    { items: { pattern: '^[\\w-.]+$' } },
    { properties: [1] },
    { required: 'a' },
    { exclusiveMinimum: true },
    { enum: [] },
    { nullable: true },
    { items: [{ type: 'string' }] },
    { prefixItems: {} },
    { $schema: 'http://json-schema.org/draft-04/schema#' },
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', minLength: 3 },
  ])('compiles %j if and only if ajv does', (schema) => {
    expect(verdict(ours, schema, ['abc'])).toBe(verdict(theirs as never, schema, ['abc']));
  });

  test.each(FORMATS)('reads the format %s as ajv does', (format, text) => {
    const schema = { type: 'string', format };
    expect(verdict(ours, schema, text)).toBe(verdict(theirs as never, schema, text));
  });

  test('comes to an end with a pattern on which ajv would not', () => {
    const check = ours.getValidator({ properties: { a: { pattern: '^(a+)+$' } } });
    expect(check({ a: `${'a'.repeat(40)}!` }).valid).toBe(false);
    expect(check({ a: 'a'.repeat(40) }).valid).toBe(true);
  });

  test('takes what it cannot check within its bounds', () => {
    const twice = (layer: number) => ({
      allOf: [{ $ref: `#/$defs/${layer}` }, { $ref: `#/$defs/${layer}` }],
    });
    const $defs = Object.fromEntries(Array.from({ length: 40 }, (_, layer) => [layer, twice(layer + 1)]));
    const end = { $defs: { ...$defs, 40: { type: 'string' } } };
    expect(ours.getValidator({ ...end, ...twice(0) })('x').valid).toBe(true);
    expect(ours.getValidator({ pattern: '^(a)\\1$' })('ab').valid).toBe(true);
  });

  test('comes to an end with a schema and a value of 5,000 levels', () => {
    let schema: Keywords = { type: 'string' };
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) {
      schema = { properties: { a: schema }, const: deep };
      deep = { a: deep };
    }
    expect(() => ours.getValidator(schema)(deep)).not.toThrow();
    expect(() => ours.getValidator({ uniqueItems: true, enum: [deep] })([deep, deep])).not.toThrow();
  });

  test('says where a value does not fit, and why', () => {
    const check = ours.getValidator({
      properties: { rows: { items: { type: 'number' } } },
      required: ['id'],
    });
    expect(check({ rows: [1, 'x'] }).errorMessage).toBe(
      'data/id is required, data/rows/1 expected number, received string',
    );
  });
});

describe('the check of results', () => {
  const list = {
    tools: [
      { name: 't', outputSchema: { required: ['id'] } },
      { name: 'u', outputSchema: { type: 'objekt' } },
    ],
  };

  test('objects to structured content that is missing or does not fit, and to nothing else', () => {
    const outputs = new OutputCheck();
    outputs.learn(list);
    expect(outputs.objection('t', { structuredContent: { id: 1 } })).toBe('');
    expect(outputs.objection('t', { structuredContent: {} })).toBe(
      "Structured content does not match the tool's output schema: data/id is required",
    );
    expect(outputs.objection('t', { content: [] })).toContain('did not return structured content');
    expect(outputs.objection('t', { content: [], isError: true })).toBe('');
    expect(outputs.objection('u', { structuredContent: 1 })).toBe('');
  });
});

test('a value of which a part was left out is taken', () => {
  const check = new OutputValidator('modern').getValidator({ type: 'object', required: ['late'] });
  expect(check({ early: 1 }).valid).toBe(false);
  expect(check({ early: 1, '…': LEFT_OUT_TEXT }).valid).toBe(true);
});
