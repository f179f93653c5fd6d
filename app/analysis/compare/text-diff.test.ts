import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noiseFilter, readOwnNoise } from './noise-filter.ts';
import { type DiffLine, jsonLines, MAX_LINES, pairLines, textDiff } from './text-diff.ts';

const words = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);
const outline = ({ kind, left, right }: DiffLine) => [
  kind,
  left?.map(({ text }) => text).join('') ?? null,
  right?.map(({ text }) => text).join('') ?? null,
];

describe('JSON laid out in lines', () => {
  test('has a line for each member, item, line of a string, and member of JSON inside a string', () => {
    const value = { a: [1, {}], text: 'one\ntwo "2"', inner: '{"b":[]}' };
    expect(words(jsonLines(JSON.stringify(value)).lines)).toEqual([
      '{',
      '  "a": [',
      '    1,',
      '    {}',
      '  ],',
      '  "text": "one',
      '    two \\"2\\"",',
      '  "inner": "',
      '    {',
      '      "b": []',
      '    }',
      '  "',
      '}',
    ]);
  });

  test('ends where nobody reads on, and takes text that is not JSON as it stands', () => {
    expect(jsonLines(JSON.stringify(Array.from({ length: 9000 }, () => 1)))).toMatchObject({ cut: true });
    expect(jsonLines(JSON.stringify(Array.from({ length: 9000 }, () => 1))).lines).toHaveLength(MAX_LINES);
    expect(words(jsonLines('no\njson').lines)).toEqual(['no', 'json']);
    expect(jsonLines('')).toEqual({ lines: [], cut: false });
  });
});

describe('lines side by side', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd');
  test('hold every line of both sides once, in order, and face equal lines only where they are equal', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (before, after) => {
        const pairs = pairLines(before, after);
        expect(pairs.filter((pair) => pair.before >= 0).map((pair) => pair.before)).toEqual([
          ...before.keys(),
        ]);
        expect(pairs.filter((pair) => pair.after >= 0).map((pair) => pair.after)).toEqual([...after.keys()]);
        const equal = pairs.filter((pair) => before[pair.before] === after[pair.after]).length;
        if (before.join() === after.join()) expect(equal).toBe(before.length);
      }),
    );
  });

  test('stand by their place if nearly all of them differ, soon enough for a hostile text', () => {
    const [before, after] = ['a', 'b'].map((name) => Array.from({ length: 30_000 }, (_, at) => name + at));
    const pairs = pairLines(before ?? [], after ?? []);
    expect(pairs).toHaveLength(30_000);
    expect(pairs[7]).toEqual({ before: 7, after: 7 });
  });

  test('keep a line that was put in between from moving the others', () => {
    expect(pairLines(['a', 'b', 'c'], ['a', 'x', 'b', 'c'])).toEqual([
      { before: 0, after: 0 },
      { before: -1, after: 1 },
      { before: 1, after: 2 },
      { before: 2, after: 3 },
    ]);
  });
});

describe('the difference of two texts', () => {
  const json = (value: object) => JSON.stringify(value);

  test('marks what changed, and noise as set aside', () => {
    const before = json({ at: '2026-11-21T10:00:00Z', city: 'Paris', same: 1 });
    const after = json({ at: '2026-11-22T11:00:00Z', city: 'Pavia', same: 1 });
    const { lines } = textDiff(before, after, 'result', noiseFilter(new Set()));
    expect(lines.map(({ kind }) => kind)).toEqual(['same', 'noise', 'changed', 'same', 'same']);
    expect(lines[1]?.left).toContainEqual({ text: '2026-11-21T10:00:00Z', mark: 'noise' });
    expect(lines[2]?.left).toEqual([
      { text: '  "city": "Pa', mark: '' },
      { text: 'ris', mark: 'changed' },
      { text: '",', mark: '' },
    ]);
    const kept = textDiff(before, after, 'result', noiseFilter(new Set(['iso-times'])));
    expect(kept.lines[1]?.kind).toBe('changed');
  });

  test('sets aside what stands at a path of the user’s', () => {
    const read = readOwnNoise({ kind: 'path', pattern: 'seed' });
    const own = read.ok ? [read.value] : [];
    const { lines } = textDiff(
      json({ seed: 'x' }),
      json({ seed: { deep: 1 } }),
      'result',
      noiseFilter(new Set(), own),
    );
    expect(lines.map(outline)).toEqual([
      ['same', '{', '{'],
      ['noise', '  "seed": "x"', '  "seed": {'],
      ['right', null, '    "deep": 1'],
      ['right', null, '  }'],
      ['same', '}', '}'],
    ]);
  });

  test('marks no parts in lines that have nothing in common', () => {
    const { lines } = textDiff('"one thing"', '{}', 'result', noiseFilter(new Set()));
    expect(lines).toEqual([
      {
        kind: 'changed',
        left: [{ text: '"one thing"', mark: '' }],
        right: [{ text: '{}', mark: '' }],
      },
    ]);
  });

  test('shows the place of the difference in a very long line, and one side alone', () => {
    const long = 'x'.repeat(5000);
    const [first] = textDiff(`"${long}a"`, `"${long}b"`, 'result', noiseFilter(new Set())).lines;
    const left = first?.left?.map(({ text }) => text).join('') ?? '';
    expect(left.length).toBeLessThan(700);
    expect(first?.left).toContainEqual({ text: 'a', mark: 'changed' });
    expect(textDiff('1', '', 'params', noiseFilter(new Set())).lines.map(outline)).toEqual([
      ['left', '1', null],
    ]);
  });
});
