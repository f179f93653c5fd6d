import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memberSpan, replaceMember } from './member-span.ts';

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
