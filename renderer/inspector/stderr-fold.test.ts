import { expect, test } from 'vitest';
import { foldStderr } from './stderr-fold.ts';

test('a stack trace folds below the line that it belongs to', () => {
  const lines = ['Error: boom', '    at validate (server.js:88:11)', '    at run (server.js:12:3)', 'next'];
  expect(foldStderr(lines)).toEqual([
    { head: 'Error: boom', folded: lines.slice(1, 3) },
    { head: 'next', folded: [] },
  ]);
});

test('colours before the indent do not hide a trace', () => {
  expect(foldStderr(['Traceback', '\u001b[31m  File "a.py", line 1\u001b[0m'])).toHaveLength(1);
});

test('an indented first line stands for itself', () => {
  expect(foldStderr(['  indented'])).toEqual([{ head: '  indented', folded: [] }]);
});
