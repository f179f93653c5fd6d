import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from './check-arguments.ts';

const check = {
  type: 'object',
  properties: { id: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  required: ['id'],
};

describe('checkArguments', () => {
  test('names line and column of what is not JSON', () => {
    expect(checkArguments('{\n "id" 1}', check)).toEqual({
      kind: 'fault',
      message: 'Line 2, column 7: a colon is missing.',
    });
  });

  test('arguments must be an object', () => {
    expect(checkArguments('[1]', check)).toMatchObject({ kind: 'fault' });
  });

  test('what does not fit the schema is a warning and can still be sent', () => {
    const checked = checkArguments('{"count": 0}', check);
    expect(checked).toMatchObject({ kind: 'ready', value: { count: 0 } });
    expect(checked.kind === 'ready' && checked.warnings.map((warning) => warning.path).sort()).toEqual([
      'count',
      'id',
    ]);
  });

  test('empty text stands for no arguments', () => {
    expect(checkArguments('  ', { type: 'object' })).toMatchObject({
      kind: 'ready',
      value: {},
      warnings: [],
    });
  });

  test('a schema that cannot be read is said and forbids nothing', () => {
    const broken = { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } };
    expect(checkArguments('{"a":1}', broken)).toMatchObject({
      kind: 'ready',
      note: expect.stringContaining('cannot be checked'),
    });
  });

  test('whatever a server calls a schema, nothing throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'properties', 'required', 'enum', 'pattern', 'items'),
          fc.jsonValue(),
        ),
        (schema) => {
          checkArguments('{"a":1}', schema);
        },
      ),
    );
  });
});
