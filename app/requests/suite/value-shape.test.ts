import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject } from '../../base/json-value.ts';
import { valueShape } from './pinned-session.ts';

/** Replaces every text and number in a value by a different one of its type. */
function others(value: unknown): unknown {
  if (typeof value === 'string') return `${value}!`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value.map(others), ...value].reverse();
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, others(item)]),
  );
}

test('the shape is the same for other values, other orders and longer lists', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => valueShape(others(value)) === valueShape(value)));
});

test('a member more or another type is another shape', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, name) => {
      fc.pre(!Object.hasOwn(value, name));
      expect(valueShape({ ...value, [name]: 1 })).not.toBe(valueShape(value));
      expect(valueShape({ ...value, [name]: 1 })).not.toBe(valueShape({ ...value, [name]: '1' }));
    }),
  );
});
