import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsoncAt, jsoncValue, parseJsonc } from './jsonc.ts';
import { appendJsonc, removeJsonc, setJsonc } from './jsonc-edit.ts';

const keys = fc.string({ unit: 'grapheme', maxLength: 6 });

test('any JSON text is read as JSON.parse reads it, whatever its indentation', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, indent) => {
      const pretty = JSON.stringify(JSON.parse(text), null, indent);
      const { root, problem } = parseJsonc(pretty);
      expect(problem).toBeUndefined();
      expect(JSON.stringify(root === undefined ? undefined : jsoncValue(root))).toBe(
        JSON.stringify(JSON.parse(pretty)),
      );
    }),
  );
});

test('no text makes the reader throw', () => {
  const parts = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '//',
    '/*',
    '*/',
    '\n',
    ' ',
    '1',
    'a"',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const { root, problem } = parseJsonc(text);
      expect(
        root !== undefined || problem !== undefined || text.replace(/\s|\/\/.*|\/\*[\s\S]*?\*\//g, '') === '',
      ).toBe(true);
    }),
  );
  expect(parseJsonc('['.repeat(5000)).problem?.message).toBe('it is nested too deeply');
});

test('a value that is set is there afterwards, and all others are as before', () => {
  fc.assert(
    fc.property(
      fc.dictionary(keys, fc.dictionary(keys, fc.jsonValue({ maxDepth: 1 }))),
      fc.array(keys, { minLength: 1, maxLength: 2 }),
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(0, 2, '\t'),
      (object, path, value, indent) => {
        const set = setJsonc(JSON.stringify(object, null, indent), path, value);
        if (!set.ok) throw new Error(set.error);
        const { root, problem } = parseJsonc(set.value);
        expect(problem).toBeUndefined();
        const node = jsoncAt(root, path);
        expect(JSON.stringify(node && jsoncValue(node))).toBe(JSON.stringify(value));
        const again = removeJsonc(set.value, [path]);
        if (!again.ok) throw new Error(again.error);
        expect(jsoncAt(parseJsonc(again.value).root, path)).toBeUndefined();
        expect(parseJsonc(again.value).problem).toBeUndefined();
      },
    ),
  );
});

test.each([
  ['{ "a": }', 'a value is missing', 1, 8],
  ['{ "a" 1 }', 'a colon is missing after "a"', 1, 7],
  ['{\n "a": 1 "b": 2 }', 'a comma or } is missing', 2, 9],
  ['{ "a": 1 b }', 'a comma or } is missing', 1, 10],
  ['[1 2]', 'a comma or ] is missing', 1, 4],
  ['[[1', 'a comma or ] is missing', 1, 4],
  ['{ a: 1 }', 'a name in double quotes is missing', 1, 3],
  ['{ , }', 'a name in double quotes is missing', 1, 3],
  ['{ "a": "b }', 'a text has no end', 1, 8],
  ['{ "a": nope }', 'nope is not a JSON value', 1, 8],
  ['{} x', 'something stands after the end of the value', 1, 4],
  ['{} []', 'something stands after the end of the value', 1, 4],
  ['{ /* }', 'a comment has no end', 1, 3],
])('the first fault of %s is: %s', (text, message, line, column) => {
  expect(parseJsonc(text).problem).toEqual({ message, line, column });
});

test.each(['', '\ufeff'])('a text of twenty million characters is read, after a mark %j too', (mark) => {
  const { root, problem } = parseJsonc(`${mark}{"a": "${'x'.repeat(20_000_000)}", "b": 1}`);
  expect(problem).toBeUndefined();
  expect(jsoncAt(root, ['b'])?.value).toBe(1);
});

test('what stands before the first fault is read, and nothing after it', () => {
  const { root } = parseJsonc('{ "a": { "b": 1, "c": [1, nope] }, "d": 2 }');
  expect(root && jsoncValue(root)).toEqual({ a: { b: 1, c: [1] } });
});

describe('edits keep what people wrote', () => {
  const text = '{\r\n\t// first\r\n\t"a": 1, // one\r\n\t"b": {} /* none */\r\n}\r\n';

  test('a new member goes after the comment of the last one, with the same indentation and line ends', () => {
    expect(setJsonc(text, ['c', 'd'], [1])).toEqual({
      ok: true,
      value:
        '{\r\n\t// first\r\n\t"a": 1, // one\r\n\t"b": {}, /* none */\r\n\t"c": {\r\n\t\t"d": [\r\n\t\t\t1\r\n\t\t]\r\n\t}\r\n}\r\n',
    });
  });

  test('a trailing comma stays one', () => {
    expect(setJsonc('{\n  "a": 1, // x\n}', ['b'], 2)).toEqual({
      ok: true,
      value: '{\n  "a": 1, // x\n  "b": 2,\n}',
    });
  });

  test('an empty object with a comment keeps it', () => {
    expect(setJsonc('{\n  // nothing yet\n}', ['a'], 1)).toEqual({
      ok: true,
      value: '{\n  "a": 1\n  // nothing yet\n}',
    });
  });

  test('a byte order mark stays', () => {
    expect(setJsonc('\ufeff{"a":1}', ['a'], 2)).toEqual({ ok: true, value: '\ufeff{"a":2}' });
  });

  test('the last member goes with the comma before it', () => {
    expect(removeJsonc('{ "a": 1, "b": 2 }', [['b']])).toEqual({ ok: true, value: '{ "a": 1 }' });
    expect(removeJsonc('{ "a": 1, "b": 2 }', [['a']])).toEqual({ ok: true, value: '{ "b": 2 }' });
  });

  test('a damaged file is refused with its line', () => {
    expect(setJsonc('{\n  "a": }', ['a'], 1)).toEqual({ ok: false, error: 'Line 2: a value is missing.' });
    expect(setJsonc('{ "a": [] }', ['a', 'b'], 1)).toEqual({
      ok: false,
      error: 'Line 1: "a" is not an object in braces.',
    });
  });
});

test.each([
  ['{}', '{\n  "list": [\n    1\n  ]\n}'],
  ['{ "list": [] }', '{ "list": [\n  1\n] }'],
  ['{ "list": [0] }', '{ "list": [0, 1] }'],
  ['{\n\t"list": [\n\t\t0, // zero\n\t],\n}', '{\n\t"list": [\n\t\t0, // zero\n\t\t1,\n\t],\n}'],
  ['{ "list": [ /* none */ ] }', '{ "list": [\n  1\n   /* none */ ] }'],
])('an element goes to the end of a list, and everything else stays: %s', (before, after) => {
  const appended = appendJsonc(before, ['list'], [1]);
  expect(appended).toEqual({ ok: true, value: after });
  expect(parseJsonc(after).problem).toBeUndefined();
});

test('an element is not put into what is no list', () => {
  expect(appendJsonc('{ "list": {} }', ['list'], [1])).toEqual({
    ok: false,
    error: 'Line 1: "list" is not a list.',
  });
});
