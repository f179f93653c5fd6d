import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonStart } from './json-start.ts';

describe('jsonStart', () => {
  test('is what JSON.stringify writes, if there is room for it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 2), (value, indent) => {
        expect(jsonStart(value, 1_000_000, { indent })).toEqual({
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
        const start = jsonStart(value, room, { indent });
        expect(start).toEqual({ text: whole.slice(0, room), isWhole: whole.length <= room });
      }),
    );
  });

  test('is what json.dumps of Python writes, if that is asked for', () => {
    const style = { isPython: true };
    expect(jsonStart({ a: [1, 'ü👋'], b: null }, 100, style).text).toBe(
      String.raw`{"a": [1, "\u00fc\ud83d\udc4b"], "b": null}`,
    );
  });

  test('leaves out what is undefined, as JSON.stringify does', () => {
    expect(jsonStart({ a: undefined, b: [undefined] }, 100).text).toBe('{"b":[null]}');
  });
});
