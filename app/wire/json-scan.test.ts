import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayElements, compactJson, memberText, objectMembers, withoutMember } from './json-scan.ts';

describe('values by their place', () => {
  it('gives a member’s text as it stands, the last one where a key repeats', () => {
    const text = '{ "id": 1, "a\\u0062": {"id": [9]}, "id" : 12345678901234567890 }';
    expect(memberText(text, 'id')).toBe('12345678901234567890');
    expect(memberText(text, 'ab')).toBe('{"id": [9]}');
    expect(memberText(text, 'no')).toBeUndefined();
  });

  it('says that the last element of a cut array is not whole', () => {
    const spans = [...arrayElements('[{"a":1}, {"b":"]')];
    expect(spans.map(({ whole }) => whole)).toEqual([true, false]);
  });

  it('takes a member out and leaves every other byte', () => {
    expect(withoutMember('{"a": 1, "_meta": {"x":[1]}, "b": "_meta"}', '_meta')).toBe(
      '{"a": 1, "b": "_meta"}',
    );
    expect(withoutMember('{"a": 1 , "_meta":2}', '_meta')).toBe('{"a": 1 }');
    expect(withoutMember('{"_meta":2}', '_meta')).toBe('{}');
  });

  it('agrees with JSON.parse on every document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify({ key: value, list: [value, value] }, null, indent);
        expect(JSON.parse(memberText(text, 'key') ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
        const list = memberText(text, 'list') ?? '';
        expect([...arrayElements(list)].map(({ start, end }) => JSON.parse(list.slice(start, end)))).toEqual(
          JSON.parse(list),
        );
        expect(compactJson(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('comes to an end on any text', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', ' ') });
    fc.assert(
      fc.property(text, (raw) => {
        expect([...objectMembers(raw)].length + [...arrayElements(raw)].length).toBeLessThanOrEqual(
          raw.length,
        );
        expect(compactJson(raw).length).toBeLessThanOrEqual(raw.length);
        withoutMember(raw, 'a');
      }),
      { numRuns: 1000 },
    );
  });
});
