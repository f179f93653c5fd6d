import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonStart } from './json-start.ts';

describe('jsonStart', () => {
  test('is what JSON.stringify writes, if there is room for it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
        expect(jsonStart(value, 1_000_000, indent)).toEqual({
          text: JSON.stringify(value, null, indent),
          isWhole: true,
        });
      }),
    );
  });

  test('is the beginning of it, if there is not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), fc.nat(50), (value, indent, room) => {
        const whole = JSON.stringify(value, null, indent);
        const start = jsonStart(value, room, indent);
        expect(start).toEqual({ text: whole.slice(0, room), isWhole: whole.length <= room });
      }),
    );
  });

  test('leaves out what is undefined, as JSON.stringify does', () => {
    expect(jsonStart({ a: undefined, b: [undefined] }, 100).text).toBe('{"b":[null]}');
  });
});
