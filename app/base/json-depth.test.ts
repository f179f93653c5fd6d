import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CUT_TEXT, cutDeepParts, MAX_LEVELS, mayBeDeep, parseBounded, parseJson } from './json-value.ts';

const nested = (levels: number, core = '1') => `${'{"a":'.repeat(levels)}${core}${'}'.repeat(levels)}`;

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe('a JSON text is read down to a limit of levels', () => {
  test('what lies within the limit is as JSON.parse has it', () => {
    const text = nested(MAX_LEVELS);
    expect(parseBounded(text)).toEqual(JSON.parse(text));
  });

  test('one level more is replaced by a text', () => {
    const value = parseBounded(nested(MAX_LEVELS + 1));
    expect(levelsOf(value)).toBe(MAX_LEVELS);
    expect(JSON.stringify(value)).toContain(CUT_TEXT);
  });

  test.each([20_000, 200_000])('%d levels can be written again', (levels) => {
    expect(() => JSON.stringify(JSON.parse(nested(levels)))).toThrow(RangeError);
    expect(JSON.stringify(parseJson(nested(levels))).length).toBeLessThan(10 * MAX_LEVELS);
  });

  test('brackets inside a text are no levels', () => {
    const text = JSON.stringify({ text: '['.repeat(1000), list: Array.from({ length: 500 }, () => [{}]) });
    expect(mayBeDeep(text)).toBe(true);
    expect(parseBounded(text)).toEqual(JSON.parse(text));
  });

  test('the parts that were cut are counted', () => {
    const value: unknown = JSON.parse(`[${[nested(300), nested(3), nested(MAX_LEVELS)].join(',')}]`);
    expect(cutDeepParts(value)).toBe(2);
  });

  test('a member named __proto__ is a member as any other', () => {
    const text = nested(MAX_LEVELS - 1, '{"__proto__":{"b":1}}');
    let value = parseBounded(text);
    for (let level = 1; level < MAX_LEVELS; level += 1) value = Object.values(value ?? {})[0];
    expect(Object.entries(value ?? {})).toEqual([['__proto__', CUT_TEXT]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('any value below the limit stays, whatever lies around it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(2 * MAX_LEVELS), (core, levels) => {
        const text = nested(levels, JSON.stringify(core));
        const whole: unknown = JSON.parse(text);
        const bounded = parseBounded(text);
        expect(levelsOf(bounded)).toBe(Math.min(levelsOf(whole), MAX_LEVELS));
        if (levelsOf(whole) <= MAX_LEVELS) expect(bounded).toEqual(whole);
      }),
    );
  });

  test('what is not JSON is found as before', () => {
    expect(() => parseBounded('{')).toThrow(SyntaxError);
    expect(parseJson('{')).toBeUndefined();
  });
});
