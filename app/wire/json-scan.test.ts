import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import {
  arrayElements,
  compactJson,
  memberSpan,
  memberText,
  objectMembers,
  replaceMember,
  withoutMember,
} from './json-scan.ts';

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
      { numRuns: runs(1000) },
    );
  });
});

describe('the span of a member', () => {
  test('finds the outermost id and not one inside the params', () => {
    const raw = '{"params":{"id":1},"jsonrpc":"2.0", "id" : 7 , "method":"m"}';
    expect(replaceMember(raw, ['id'], '"x"')).toBe(
      '{"params":{"id":1},"jsonrpc":"2.0", "id" : "x" , "method":"m"}',
    );
  });

  test('follows a path of keys', () => {
    const raw = '{"params":{"progressToken":[1,{"a":2}],"progress":3}}';
    expect(replaceMember(raw, ['params', 'progressToken'], '9')).toBe(
      '{"params":{"progressToken":9,"progress":3}}',
    );
  });

  test('takes the last of duplicate keys', () => {
    expect(replaceMember('{"id":1,"id":2}', ['id'], '3')).toBe('{"id":1,"id":3}');
  });

  test('finds nothing in an array, a scalar or an object without the member', () => {
    for (const raw of ['[{"id":1}]', '5', '{}', '{"x":1}', '"id"']) {
      expect(memberSpan(raw, ['id'])).toBeUndefined();
    }
  });

  test('spans exactly the value that JSON.parse gives, for any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (object, indent) => {
        const raw = JSON.stringify(object, null, indent);
        for (const [key, value] of Object.entries(object)) {
          if (key === '__proto__') continue;
          const span = memberSpan(raw, [key]);
          expect(span).toBeDefined();
          expect(JSON.parse(raw.slice(span?.start, span?.end))).toEqual(JSON.parse(JSON.stringify(value)));
        }
      }),
    );
  });
});

test('a member is found by its key however that is written, among any others, as JSON.parse has it', () => {
  const key = fc.constantFrom('id', 'i', 'idd', '"id"', 'i\\d', '\n', 'é', '');
  const member = fc.tuple(key, fc.boolean(), fc.jsonValue({ maxDepth: 2 }));
  fc.assert(
    fc.property(fc.array(member), key, (members, wanted) => {
      const written = members.map(([name, escaped, value]) => {
        const units = [...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        return `${escaped ? `"${units.join('')}"` : JSON.stringify(name)}: ${JSON.stringify(value)}`;
      });
      const last = members.findLast(([name]) => name === wanted);
      const found = memberText(`{ ${written.join(' , ')} }`, wanted);
      expect(found).toBe(last === undefined ? undefined : JSON.stringify(last[2]));
    }),
  );
});

test('removing a member takes every one of that key, and keeps the other bytes', () => {
  expect(withoutMember('{"a":1,"b":2,"a":3}', 'a')).toBe('{"b":2}');
  expect(withoutMember('{ "b" : 2 , "a" : 3 }', 'a')).toBe('{ "b" : 2  }');
  const many = `{${Array.from({ length: 20_000 }, () => '"a":1').join(',')},"b":2}`;
  expect(withoutMember(many, 'a')).toBe('{"b":2}');
});
