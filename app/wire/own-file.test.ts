import { expect, test } from 'vitest';
import { z } from 'zod';
import { equalKeys, parseOwnFile } from './own-file.ts';

const schema = z.strictObject({ a: z.number() });

test('a byte order mark before the text is no fault', () => {
  expect(parseOwnFile('\ufeff{"a": 1}', schema)).toEqual({ ok: true, value: { a: 1 } });
});

test('a key that stands twice is refused with both lines, however it is written', () => {
  expect(parseOwnFile('{\n "a": 1,\n "\\u0061": 2\n}', schema)).toEqual({
    ok: false,
    error: ['Line 3: the key "a" is on line 2 already, and the later one counts. Remove one of the two.'],
  });
});

test.each(['{"a": {"b": 1}, "b": ["a", {"a": "a"}, {"a": 1}]}', '["a", "a"]', '{"a": "b", "b": "b"}', '"a"'])(
  'equal texts in different places are no equal keys: %s',
  (text) => expect(equalKeys(text)).toEqual([]),
);
