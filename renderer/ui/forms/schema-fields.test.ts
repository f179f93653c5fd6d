import { describe, expect, test } from 'vitest';
import { schemaFields, schemaTypeText } from './schema-fields.ts';

const schema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', default: 10 },
    id: { type: 'string', description: 'The note' },
    kind: { enum: ['a', 'b'] },
    place: { type: 'object', properties: { x: { type: 'number', minimum: 1 } }, required: ['x'] },
    extra: { type: 'string' },
  },
  required: ['id', 'kind', 'place'],
};

describe('schemaFields', () => {
  test('lists required fields first, with their types', () => {
    expect(
      schemaFields(schema).map((field) => `${field.name}${field.required ? '*' : ''} ${field.type}`),
    ).toEqual(['id* string', 'kind* "a" | "b"', 'place* object', 'limit integer', 'extra string']);
  });

  test('bounds, lists and variants have a text', () => {
    expect(schemaTypeText({ type: 'integer', minimum: 0, maximum: 255 })).toBe('integer 0–255');
    expect(schemaTypeText({ type: 'array', items: { type: 'string' } })).toBe('string[]');
    expect(schemaTypeText({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null');
    expect(schemaTypeText(true)).toBe('any');
  });
});
