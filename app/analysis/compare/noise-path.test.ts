import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNoisePath, withoutPaths } from './noise-path.ts';

function path(text: string) {
  const read = readNoisePath(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const without = (value: unknown, ...paths: string[]): unknown => withoutPaths(value, paths.map(path));

describe('a path to noise', () => {
  test('leads to members and items, to any of them, and to any depth', () => {
    const value = { a: { time: 1, keep: 2 }, list: [{ time: 3 }, { time: 4 }], 'x.y': 5 };
    expect(without(value, 'a.time')).toEqual({ ...value, a: { time: '<set aside>', keep: 2 } });
    expect(without(value, '$.list[1].time')).toMatchObject({ list: [{ time: 3 }, { time: '<set aside>' }] });
    expect(without(value, 'list[*].time', '["x.y"]')).toEqual({
      a: value.a,
      list: [{ time: '<set aside>' }, { time: '<set aside>' }],
      'x.y': '<set aside>',
    });
    expect(without(value, '**.time')).toMatchObject({
      a: { time: '<set aside>' },
      list: [{ time: '<set aside>' }, {}],
    });
    expect(without(value, '*.time')).toMatchObject({ a: { time: '<set aside>' }, list: [{ time: 3 }, {}] });
    expect(without(value, 'nothing.here')).toEqual(value);
  });

  test('goes on into JSON that stands in a string', () => {
    const value = {
      content: [
        { type: 'text', text: '{"at":17,"n":1}' },
        { type: 'text', text: '{not json' },
      ],
    };
    expect(without(value, 'content[*].text.at')).toEqual({
      content: [
        { type: 'text', text: '{"at":"<set aside>","n":1}' },
        { type: 'text', text: '{not json' },
      ],
    });
  });

  test.each([
    ['', 'The path is empty'],
    ['$', 'The path is empty'],
    ['.a', 'does not begin with a dot'],
    ['a..b', 'At character 2'],
    ['a[x]', 'At character 2'],
    ['a b"', 'At character 4'],
    ['**', 'covers everything'],
    ['a["\\q"]', 'At character 2'],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(readNoisePath(text)).toMatchObject({ ok: false, error: expect.stringContaining(sentence) });
  });

  test('is read or refused, whatever is typed, and a quoted name is always found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = readNoisePath(text);
        if (!read.ok) expect(read.error).toMatch(/\.$/);
        const quoted = path(`[${JSON.stringify(text)}]`);
        expect(withoutPaths(JSON.parse(`{${JSON.stringify(text)}:1}`), [quoted])).toSatisfy((value: object) =>
          Object.values(value).every((member) => member === '<set aside>'),
        );
      }),
    );
  });
});
