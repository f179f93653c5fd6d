import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineChanges } from './line-change.ts';

test('a new entry is shown with two lines around it, and nothing else of the file', () => {
  const before = '{\n  "other": "secret",\n  "a": 1,\n  "servers": {\n  }\n}\n';
  const after = '{\n  "other": "secret",\n  "a": 1,\n  "servers": {\n    "x": 1\n  }\n}\n';
  expect(lineChanges(before, after)).toEqual([
    { kind: 'same', line: 3, text: '  "a": 1,' },
    { kind: 'same', line: 4, text: '  "servers": {' },
    { kind: 'added', line: 5, text: '    "x": 1' },
    { kind: 'same', line: 6, text: '  }' },
    { kind: 'same', line: 7, text: '}' },
  ]);
});

test('a replaced line is shown as it was and as it will be', () => {
  expect(lineChanges('a\nb\nc', 'a\nB\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added B',
    'same c',
  ]);
});

test('equal texts have no change, and a new file is all added', () => {
  expect(lineChanges('a\n', 'a\n')).toEqual([]);
  expect(lineChanges('', 'a\nb\n').map(({ kind }) => kind)).toEqual(['added', 'added']);
});

test('the lines that go and come are all the difference there is', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c'))
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = lineChanges(before, after);
      const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
      const lines = (whole: string): number => whole.split('\n').length - 1;
      expect(lines(before) - count('removed') + count('added')).toBe(lines(after));
    }),
  );
});
