import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CUT_TEXT, LEFT_OUT_TEXT, parseJson } from '../json-value.ts';
import { checkPart, checkSchema, firstMisfit } from './check-schema.ts';

const words = (schema: unknown, value: unknown) =>
  checkSchema(schema, value).warnings.map(({ path, message }) => `${path}: ${message}`);

/** As text, because a code object with a `then` would be treated as a promise. */
const CONDITIONAL: unknown = JSON.parse(
  '{"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"]},"else":{"required":["y"]}}',
);

/** Schema, a fitting value, a value that does not fit, and the message. */
const CASES: readonly (readonly [name: string, unknown, fits: unknown, not: unknown, says: string])[] = [
  ['type', { type: 'number' }, 1, 'x', 'expected number, received string'],
  ['types', { type: ['string', 'null'] }, null, 1, 'expected string or null, received number'],
  ['nullable', { type: 'string', nullable: true }, null, 1, 'expected string'],
  ['integer', { type: 'integer' }, 2, 2.5, 'expected integer'],
  ['const', { const: { x: [1] } }, { x: [1] }, { x: [2] }, 'expected {"x":[1]}'],
  ['mixed enum', { enum: [1, '1', null, { x: 1 }] }, { x: 1 }, 2, 'expected one of 1, "1", null, {"x":1}'],
  ['minimum', { minimum: 1 }, 1, 0, 'at least 1'],
  ['exclusiveMaximum', { exclusiveMaximum: 1 }, 0.9, 1, 'less than 1'],
  ['exclusiveMinimum of draft 4', { minimum: 1, exclusiveMinimum: true }, 2, 1, 'more than 1'],
  ['multipleOf', { multipleOf: 0.1 }, 0.3, 0.35, 'a multiple of 0.1'],
  ['minLength in characters', { minLength: 2 }, '😀😀', '😀', 'shorter than 2 characters'],
  ['maxLength in characters', { maxLength: 1 }, '😀', 'ab', 'longer than 1 character'],
  ['pattern', { pattern: '^a+$' }, 'aa', 'b', 'does not match ^a+$'],
  ['contentEncoding', { contentEncoding: 'base64' }, 'aGk=', 'a%', 'is not base64'],
  ['tuples', { prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 1], '1: nothing is allowed'],
  ['tuples of draft 7', { items: [{ type: 'string' }], additionalItems: false }, ['a'], [1], '0: expected'],
  ['uniqueItems', { uniqueItems: true }, [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 1 }], 'twice'],
  ['contains', { contains: { const: 1 } }, [2, 1], [2], 'of a certain kind'],
  ['maps', { additionalProperties: { type: 'number' } }, { a: 1 }, { a: 'x' }, 'a: expected number'],
  ['closed objects', { properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }, 'b: is not'],
  [
    'patternProperties',
    { patternProperties: { '^x': { type: 'number' } } },
    { y: '' },
    { x: '' },
    'x: expect',
  ],
  ['propertyNames', { propertyNames: { pattern: '^a' } }, { ab: 1 }, { b: 1 }, 'b: has a name'],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { b: 1 }, { a: 1 }, 'b: is required'],
  ['dependencies', { dependencies: { a: { required: ['b'] } } }, {}, { a: 1 }, 'b: is required'],
  ['false', { properties: { a: false } }, {}, { a: 1 }, 'a: nothing is allowed here'],
  ['not', { not: { type: 'string' } }, 1, 'x', 'rules out'],
  ['oneOf', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, 1.5, 1, 'fits 2 of the alternatives'],
  ['anyOf', { anyOf: [{ const: 1 }, { const: 2 }] }, 2, 3, 'fits none of the alternatives'],
  [
    'the branch of the value',
    { anyOf: [{ type: 'null' }, { minLength: 2, type: 'string' }] },
    null,
    'a',
    'shorter',
  ],
  ['then and else', CONDITIONAL, { k: 'b', y: 1 }, { k: 'a', y: 1 }, 'x: is required'],
  [
    'a schema that refers to itself',
    { $ref: '#/$defs/n', $defs: { n: { required: ['v'], properties: { next: { $ref: '#/$defs/n' } } } } },
    { v: 1, next: { v: 2 } },
    { v: 1, next: { v: 1, next: {} } },
    'next.next.v: is required',
  ],
];

const numbers = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index);

/** Schemas as large as the value: comparing every part of one with every part of the other never ends. */
const PRODUCTS: readonly (readonly [name: string, items: unknown, item: unknown])[] = [
  ['numbers of an enum', { enum: numbers(20_000) }, -1],
  ['alternatives', { anyOf: numbers(20_000).map((one) => ({ const: one })) }, -1],
  ['alternatives of which one fits', { oneOf: numbers(20_000).map((one) => ({ const: one })) }, -1],
];

const byName = (part: unknown) => Object.fromEntries(numbers(20_000).map((one) => [`k${one}`, part]));

const OF_ONE_READING: readonly (readonly [name: string, items: unknown, item: unknown])[] = [
  ['types', { type: numbers(20_000).map(() => 'number') }, 1],
  ['unknown types', { type: numbers(20_000).map(String) }, 1],
  ['dependent schemas', { dependentSchemas: byName({}) }, { a: 1 }],
  ['dependent names', { dependentRequired: byName(['b']) }, { a: 1 }],
  ['dependencies', { dependencies: byName(['b']) }, { a: 1 }],
  ['a long reference', { $ref: `#${'/x'.repeat(5000)}` }, 1],
];

const manyOf = (schema: unknown) => Array.from({ length: 10_000 }, () => schema);

function manyPatterns(number: number): unknown {
  const patterns = Array.from({ length: number }, (_, index) => [`^(a|a${index})*$`, {}]);
  return { patternProperties: Object.fromEntries(patterns) };
}

function manyNames(number: number): unknown {
  return Object.fromEntries(Array.from({ length: number }, (_, index) => [`${'a'.repeat(50)}${index}`, 1]));
}

/** Nested lists and members that could be read as keywords. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { n: [value], properties: { n: value } };
  return value;
}

const FORMATS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['date', ['2024-02-29'], ['2023-02-29', '2024-13-01', '1.1.2024']],
  [
    'date-time',
    ['2024-01-31T09:30:00Z', '2024-01-31t09:30:00.25+02:00'],
    ['2024-01-31T09:30Z', '2024-01-31'],
  ],
  ['time', ['09:30:00Z', '23:59:60+00:00'], ['09:30:00', '9:30']],
  ['duration', ['P1DT2H', 'P2W', 'PT5S'], ['P', 'P1DT', '1d', 'PT0.5S']],
  [
    'email',
    ['ada@example.org', 'a.b+c@x.y-z.org'],
    ['x', '@b', 'a b@c', 'ada@localhost', 'a..b@c.d', 'ä@b.c'],
  ],
  ['idn-email', ['ada@example.org', 'ä@b.c'], ['x', '@b', 'a b@c']],
  ['uri', ['urn:a:b', 'https://x/?q=%20', 'http://[::1]:8/#f'], ['/x', 'https://x/a b', 'http:', 'a:b%']],
  ['ipv4', ['192.0.2.1'], ['192.0.2.256', '1.2.3']],
  ['ipv6', ['2001:db8::1', '::', '::ffff:192.0.2.1'], ['1.2.3.4', 'x::', '1::2::3', '1:2:3:4:5:6:7']],
  ['hostname', ['example.org'], ['-a.b', 'a..b']],
  ['uuid', ['3f0a7b5e-0000-0000-0000-000000000001'], ['3f0a7b5e']],
  ['regex', ['^a'], ['(']],
];

describe('checkSchema', () => {
  test.each(CASES)('reads %s', (_name, schema, fits, not, says) => {
    expect(words(schema, fits)).toEqual([]);
    expect(words(schema, not).join('\n')).toContain(says);
    expect(checkSchema(schema, not).unread).toBe('');
  });

  test.each(FORMATS)('reads the format %s', (format, fit, misfit) => {
    for (const text of fit) expect(words({ format }, text)).toEqual([]);
    for (const text of misfit)
      expect(words({ format }, text).join('')).toMatch(/: is not a valid .+, such as /);
  });

  test('takes an unknown format for fulfilled', () => {
    expect(checkSchema({ format: 'color' }, 'red')).toEqual({ warnings: [], unread: '' });
  });

  test.each([
    [{ $ref: '#/$defs/none' }, 'the reference #/$defs/none'],
    [{ $ref: 'https://example.org/s.json' }, 'the reference https'],
    [{ pattern: '(' }, 'the pattern "("'],
    [{ type: 'objekt' }, 'the type "objekt"'],
    [{ $dynamicRef: '#node' }, 'the dynamic reference #node'],
    [{ $recursiveRef: '#' }, 'the dynamic reference #'],
    [{ anyOf: [{ $ref: '#/$defs/none' }, { type: 'number' }] }, 'the reference #/$defs/none'],
  ])('says what it cannot read of %j, and reads the rest', (part, says) => {
    const { warnings, unread } = checkSchema(
      { properties: { a: part, b: { type: 'number' } } },
      { a: 'x', b: '' },
    );
    expect(unread).toContain(says);
    expect(warnings.map(({ path }) => path)).toEqual(['b']);
  });

  test('says where unevaluated members and items are limited, which it does not compare', () => {
    const schema = { unevaluatedProperties: false, unevaluatedItems: { type: 'string' } };
    expect(checkSchema(schema, { a: 1 }).unread).toBe('unevaluatedProperties is not compared');
    expect(checkSchema(schema, [1]).unread).toBe('unevaluatedItems is not compared');
    expect(checkSchema(schema, 'neither').unread).toBe('');
    expect(checkSchema({ unevaluatedProperties: true, unevaluatedItems: {} }, { a: 1 }).unread).toBe('');
  });

  test.each(['^[\\w-.]+$', '^a\\-b$', '^\\_x$'])(
    'reads the pattern %s, as the older grammar has it',
    (pattern) => {
      expect(checkSchema({ pattern }, ' ').warnings).toHaveLength(1);
      expect(checkSchema({ pattern }, ' ').unread).toBe('');
    },
  );

  test.each([
    ['required', { required: 'a' }],
    ['properties', { properties: [1] }],
    ['items', { items: 'string' }],
    ['enum', { enum: 'a' }],
    ['anyOf', { anyOf: {} }],
    ['bounds', { minLength: '1', minimum: null, maxItems: {} }],
    ['a schema', 'string'],
  ])('takes %s that is not what it must be for not there', (_name, schema) => {
    for (const value of [{}, [1], 'x', 1, null]) expect(words(schema, value)).toEqual([]);
  });

  test.each([
    ['{"not":{"pattern":"^(a)\\\\1$"}}', 'x'],
    ['{"oneOf":[{"pattern":"^(a)\\\\1$"},{"pattern":"^(b)\\\\1$"}]}', 'x'],
    ['{"if":{"pattern":"(?<=a)b"},"then":false,"else":false}', 'x'],
    ['{"patternProperties":{"(?<=a)b":{}},"additionalProperties":false}', { x: 1 }],
    ['{"contains":{"pattern":"^(a)\\\\1$"},"maxContains":0}', ['x']],
    ['{"propertyNames":{"$ref":"elsewhere.json"}}', { x: 1 }],
  ])('calls nothing wrong because of what it cannot check: %s', (schema, value) => {
    const { warnings, unread } = checkSchema(JSON.parse(schema), value);
    expect(warnings).toEqual([]);
    expect(unread).not.toBe('');
  });

  test.each([
    ['a pattern that backtracks', { items: { pattern: '^(a+)+$' } }, Array(50).fill(`${'a'.repeat(2000)}!`)],
    ['many patterns for many names', manyPatterns(300), manyNames(3000)],
    [
      'long choices, compared with a long text',
      { anyOf: manyOf({ const: 'x'.repeat(100_000) }) },
      'x'.repeat(99_999),
    ],
    ['lengths of a long text', { allOf: manyOf({ maxLength: 900_000 }) }, 'x'.repeat(1_000_000)],
    ['formats of a long text', { allOf: manyOf({ format: 'uri' }) }, `a:${'x'.repeat(1_000_000)}`],
  ])('comes to an end with %s within the limit of a test, not after minutes', (_name, schema, value) => {
    checkSchema(schema, value);
  });

  test.each(PRODUCTS)('says that it stops where %s are compared with each item', (_name, items, item) => {
    const { unread } = checkSchema(
      { items },
      numbers(20_000).map(() => item),
    );
    expect(unread).toMatch(/not checked further|only the first \d+ values were compared|too large/);
  });

  test.each(OF_ONE_READING)('reads %s once, not for each item', (_name, items, item) => {
    const list = numbers(20_000).map(() => item);
    expect(checkSchema({ items }, list).unread).not.toMatch(/not checked further|only the first \d+ values/);
  });

  test('names a dozen parts of a schema that it cannot read, and says that there are more', () => {
    const items = numbers(400).map((one) => ({ $ref: `${one}${'x'.repeat(1000)}` }));
    const { unread } = checkSchema({ items }, items);
    expect(unread.length).toBeLessThan(5000);
    expect(unread).toMatch(/^the reference 0x+….*more of the schema was not compared$/);
  });

  test.each([
    ['a value', { $ref: '#', properties: { n: { $ref: '#' } } }, nested(5000)],
    ['a schema', nested(5000), nested(5000)],
    ['a constant', { const: nested(5000), uniqueItems: true, enum: [nested(5000)] }, nested(5000)],
    ['a value that is shown', { const: 1, enum: [nested(5000)] }, nested(5000)],
  ])('reads %s of 5,000 levels', (_name, schema, value) => {
    expect(() => checkSchema(schema, value)).not.toThrow();
  });

  test('stops at the bound of a schema that doubles with each of 60 layers, and says so', () => {
    const twice = (layer: number) => ({
      allOf: [{ $ref: `#/$defs/${layer}` }, { $ref: `#/$defs/${layer}` }],
    });
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, layer) => [layer, twice(layer + 1)]));
    const schema = { $defs, ...twice(0) };
    const { unread } = checkPart(schema, schema, 1, { warnings: 10, steps: 2000 });
    expect(unread).toContain('only the first 2000 values were compared');
  });

  test('says that it stops at a depth', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 200; level += 1) value = { n: value };
    expect(checkSchema({ properties: { n: { $ref: '#' } } }, value).unread).toMatch(/deeper than \d+ levels/);
  });

  test('finds an item that a long list holds twice, and what is wrong in every item, within the bounds', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id: id === 19_999 ? 0 : id }));
    expect(words({ uniqueItems: true }, rows)).toEqual([': holds an item twice']);
    const { warnings } = checkSchema({ items: { properties: { id: { type: 'string' } } } }, rows);
    expect(warnings.length).toBeGreaterThanOrEqual(5000);
  });

  test('comes to an end and never throws, whatever is called a schema', () => {
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.dictionary(
          fc.constantFrom(
            ...['type', 'properties', 'items', 'prefixItems', 'oneOf', 'allOf', 'not', 'if', 'then', '$ref'],
            ...['required', 'dependencies', 'pattern', 'patternProperties', 'contains', 'enum', 'multipleOf'],
            ...['$dynamicRef', 'unevaluatedProperties', 'unevaluatedItems', 'dependentSchemas', 'nullable'],
          ),
          fc.oneof(
            tie('schema'),
            fc.array(tie('schema'), { maxLength: 3 }),
            fc.constantFrom('#', '#/not', '('),
          ),
          { noNullPrototype: true },
        ),
      ),
    }));
    fc.assert(
      fc.property(schema, fc.jsonValue(), (one, value) => {
        expect(Array.isArray(checkSchema(one, value).warnings)).toBe(true);
      }),
    );
  });
});

test('a schema and a value as deep as they are read are checked', () => {
  const levels = 20_000;
  const schema = parseJson(`${'{"properties":{"a":'.repeat(levels)}{"type":"text"}${'}}'.repeat(levels)}`);
  const value = parseJson(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  expect(() => checkSchema(schema, value)).not.toThrow();
  expect(() => checkSchema({ enum: [value], const: value, uniqueItems: true }, [value, value])).not.toThrow();
});

test('a value of which a part was left out is no misfit', () => {
  const schema = { type: 'object', required: ['late'], properties: { deep: { type: 'object' } } };
  expect(firstMisfit(schema, { early: 1 })).toBeDefined();
  expect(firstMisfit(schema, { early: 1, '…': LEFT_OUT_TEXT })).toBeUndefined();
  expect(firstMisfit(schema, { late: 1, deep: CUT_TEXT })).toBeUndefined();
  expect(firstMisfit(schema, { list: [[{ a: LEFT_OUT_TEXT }]] })).toBeUndefined();
});
