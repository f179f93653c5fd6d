import { describe, expect, test } from 'vitest';
import { schemaDefects } from './schema-soundness.ts';

const found = (schema: object) =>
  schemaDefects({ ...schema }).map(({ kind, at }) => `${kind} ${at.join('/')}`);

describe('schemaDefects', () => {
  test('names each place, wherever a schema can stand', () => {
    expect(
      found({
        properties: { a: { $ref: '#/$defs/none' }, b: { items: { pattern: '(' } } },
        anyOf: [{ additionalProperties: { type: 'string', default: 5 } }],
        patternProperties: { '[': {} },
      }),
    ).toEqual([
      'pattern patternProperties/[',
      'dangling-ref properties/a/$ref',
      'pattern properties/b/items/pattern',
      'default anyOf/0/additionalProperties/default',
    ]);
  });

  test('follows no reference where an identifier gives it another base, and none into other documents', () => {
    expect(found({ $defs: { a: { $id: 'x', $ref: '#/$defs/none' } } })).toEqual([]);
    expect(
      found({
        properties: { a: { $ref: 'other.json#/x' }, b: { $ref: '#/$defs/one~1two' } },
        $defs: { 'one/two': {} },
      }),
    ).toEqual([]);
  });

  test('tells a chain that ends from one that does not', () => {
    const chain = { $defs: { a: { $ref: '#/$defs/b' }, b: { type: 'string' } }, $ref: '#/$defs/a' };
    expect(found(chain)).toEqual([]);
    expect(found({ allOf: [{ $ref: '#' }] })).toEqual(['cycle allOf/0/$ref']);
  });

  test('judges no default in a schema that is itself wrong, or that cannot be read', () => {
    expect(found({ type: 'strin', default: 5 })).toEqual([]);
    expect(found({ $ref: '#/$defs/none', default: 5 })).toEqual(['dangling-ref $ref']);
  });
});
