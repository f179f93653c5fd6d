import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fittingBranch } from './group-field.tsx';
import { formPart } from './schema-form.ts';

/** Objects that look like schemas and are wrong in every way. */
const { schema: anySchema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom('type', 'properties', 'items', 'oneOf', 'anyOf', 'allOf', '$ref', 'enum', 'required'),
      fc.oneof(
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.constantFrom('#', '#/properties/a', '#/allOf/0', 'object', 'array', 'string', 'null'),
      ),
      { noNullPrototype: true },
    ),
  ),
}));

describe('formPart', () => {
  test.each([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'date' }, 'text'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ properties: { a: {} } }, 'group'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'branches'],
    [{ type: ['string', 'number'] }, 'branches'],
    [{ type: 'array', prefixItems: [{}] }, 'list'],
    [{ prefixItems: [{}] }, 'list'],
    [{ type: 'array', items: [{}] }, 'list'],
    [false, 'json'],
    [undefined, 'json'],
    [true, 'json'],
  ])('%j is asked for as %s', (schema, kind) => {
    expect(formPart(schema, schema).kind).toBe(kind);
  });

  test('titled choices keep their titles, whichever way they are written', () => {
    const expected = [
      { label: 'Alpha', value: 'a' },
      { label: 'b', value: 'b' },
    ];
    const titled = { oneOf: [{ const: 'a', title: 'Alpha' }, { const: 'b' }] };
    expect(formPart(titled, titled)).toMatchObject({ choices: expected });
    const named = { enum: ['a', 'b'], enumNames: ['Alpha'] };
    expect(formPart(named, named)).toMatchObject({ choices: expected });
  });

  test.each([
    [{ type: ['string', 'null'] }],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: 'string', nullable: true }],
  ])('%j is a text that may be null', (schema) => {
    expect(formPart(schema, schema)).toMatchObject({ kind: 'text', nullable: true });
  });

  test('a reference is followed, and what stands beside it wins', () => {
    const root = { $defs: { id: { type: 'string', description: 'any id' } } };
    expect(formPart(root, { $ref: '#/$defs/id', description: 'this id' })).toMatchObject({
      kind: 'text',
      description: 'this id',
    });
  });

  test('the parts of allOf are one group', () => {
    const schema = {
      allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }],
      properties: { c: {} },
      required: ['c'],
    };
    const part = formPart(schema, schema);
    expect(part.kind === 'group' && part.members.map((one) => [one.name, one.required])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
  });

  test('there are rows for other members if the schema means them', () => {
    const others = (schema: object) => {
      const part = formPart(schema, schema);
      return part.kind === 'group' ? part.others : 'no group';
    };
    expect(others({ type: 'object', additionalProperties: { type: 'number' } })).toEqual({ type: 'number' });
    expect(others({ type: 'object' })).toEqual({});
    expect(others({ type: 'object', properties: { a: {} } })).toBeUndefined();
    expect(others({ type: 'object', additionalProperties: false })).toBeUndefined();
  });

  test.each([
    ['date-time', 'date-time'],
    ['byte', 'base64'],
    ['color', 'color'],
    [7, ''],
  ])('a text keeps its format %s', (format, kept) => {
    expect(formPart({}, { type: 'string', format })).toMatchObject({ format: kept });
    expect(formPart({}, { type: 'string', contentEncoding: 'base64' })).toMatchObject({ format: 'base64' });
  });

  test('the items of a tuple have a schema by place, in every dialect', () => {
    const places = [{ type: 'string' }, { type: 'number' }];
    expect(formPart({}, { type: 'array', prefixItems: places, items: false })).toMatchObject({
      places,
      items: false,
      type: '[string, number]',
    });
    expect(formPart({}, { type: 'array', items: places })).toMatchObject({ places, items: {} });
  });

  test('a member that several parts declare must fit all of them', () => {
    const schema = {
      allOf: [{ properties: { a: { type: 'string', minLength: 2 } } }],
      properties: { a: { description: 'the name' } },
    };
    const part = formPart(schema, schema);
    const [member] = part.kind === 'group' ? part.members : [];
    expect(formPart(schema, member?.schema)).toMatchObject({
      kind: 'text',
      description: 'the name',
      schema: { minLength: 2 },
    });
  });

  test('whatever a server calls a schema, nothing throws and it comes to an end', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(formPart(schema, schema).kind).toBeTypeOf('string');
      }),
    );
  });
});

describe('formPart for a value', () => {
  const needed = (schema: unknown, value: unknown) => {
    const part = formPart(schema, schema, { value });
    if (part.kind !== 'group') throw new Error('no group');
    return part.members.filter(({ required }) => required).map(({ name }) => name);
  };
  const card = JSON.parse(
    `{ "properties": { "by": { "enum": ["card", "cash"] }, "number": {}, "note": {} }, "required": ["by"],
       "if": { "properties": { "by": { "const": "card" } }, "required": ["by"] },
       "then": { "properties": { "code": { "type": "integer" } }, "required": ["number"] },
       "else": { "required": ["note"] } }`,
  );

  test('has the members of then or else, as the value is', () => {
    expect(needed(card, { by: 'card' })).toEqual(['by', 'number']);
    expect(needed(card, { by: 'cash' })).toEqual(['by', 'note']);
    expect(formPart(card, card, { value: { by: 'card' } })).toMatchObject({
      members: expect.arrayContaining([{ name: 'code', schema: { type: 'integer' }, required: false }]),
    });
    expect(needed({ allOf: [card, { required: ['note'] }] }, { by: 'card' })).toEqual([
      'by',
      'number',
      'note',
    ]);
  });

  test('marks what a member that is there makes required', () => {
    const schema = { properties: { a: {}, b: {}, c: {} }, dependentRequired: { a: ['b'] } };
    expect(needed(schema, { a: 1 })).toEqual(['b']);
    expect(needed(schema, {})).toEqual([]);
    expect(
      needed({ properties: { a: {}, b: {} }, dependencies: { a: { required: ['b'] } } }, { a: 1 }),
    ).toEqual(['b']);
  });

  test('comes to an end if a condition refers to itself', () => {
    const schema = JSON.parse(
      '{ "properties": { "a": {} }, "if": { "$ref": "#" }, "then": { "$ref": "#" } }',
    );
    expect(needed(schema, { a: 1 })).toEqual([]);
  });

  test('whatever a server calls a schema, nothing throws', () => {
    fc.assert(
      fc.property(anySchema, fc.jsonValue(), (schema, value) => {
        expect(formPart(schema, schema, { value }).kind).toBeTypeOf('string');
      }),
    );
  });
});

describe('fittingBranch', () => {
  const root = { $defs: { circle: { properties: { kind: { const: 'circle' }, r: { type: 'number' } } } } };
  const branches = [
    { label: 'square', schema: { properties: { kind: { const: 'square' } }, required: ['kind'] } },
    { label: 'circle', schema: { $ref: '#/$defs/circle' } },
    { label: 'text', schema: { type: 'string' } },
  ];

  test('finds the branch by its constant, through a reference', () => {
    expect(fittingBranch(root, branches, { kind: 'circle', r: 1 }).best).toBe(1);
    expect(fittingBranch(root, branches, { kind: 'square' }).best).toBe(0);
  });

  test('is called by its title, its reference, or the constant that tells it from others', () => {
    const circle = { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } } };
    const square = { type: 'object', properties: { kind: { enum: ['square'] } } };
    const schema = {
      $defs: { A: { type: 'object' }, Shape: circle },
      oneOf: [
        { $ref: '#/$defs/A' },
        { $ref: '#/$defs/Shape' },
        circle,
        square,
        { type: 'object', title: 'T' },
      ],
    };
    const part = formPart(schema, schema);
    const labels = part.kind === 'branches' ? part.branches.map(({ label }) => label) : [];
    expect(labels).toEqual(['A', 'Shape', 'kind "circle"', 'kind "square"', 'T']);
  });

  test('a near miss is nearer than another type', () => {
    const near = [
      { label: 'text', schema: { type: 'string' } },
      { label: 'object', schema: { type: 'object', required: ['a', 'b'] } },
    ];
    expect(fittingBranch({}, near, {}).best).toBe(1);
  });

  test('without branches there is none', () => {
    expect(fittingBranch(root, [], 1).best).toBe(-1);
  });
});
