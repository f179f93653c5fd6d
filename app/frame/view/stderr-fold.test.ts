import { expect, test } from 'vitest';
import { foldStderr } from '../stderr-pick.ts';

test('a stack trace folds below the line that it belongs to', () => {
  const lines = ['Error: boom', '    at validate (server.js:88:11)', '    at run (server.js:12:3)', 'next'];
  expect(foldStderr(lines)).toEqual([
    { head: 'Error: boom', folded: lines.slice(1, 3), tail: '' },
    { head: 'next', folded: [], tail: '' },
  ]);
});

test('colours before the indent do not hide a trace', () => {
  expect(foldStderr(['Traceback', '\u001b[31m  File "a.py", line 1\u001b[0m'])).toHaveLength(1);
});

test('an indented first line stands for itself', () => {
  expect(foldStderr(['  indented'])).toEqual([{ head: '  indented', folded: [], tail: '' }]);
});

test('the exception at the end of a Python traceback belongs to it and stays in sight', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "a.py", line 1',
    'ValueError: no',
    'next: one',
  ];
  expect(foldStderr(lines)).toEqual([
    { head: lines[0], folded: [lines[1]], tail: lines[2] },
    { head: lines[3], folded: [], tail: '' },
  ]);
});

test('a cause belongs to the trace above it', () => {
  const lines = ['Exception: a', '\tat A.b(A.java:1)', 'Caused by: B: c', '\tat C.d(C.java:2)'];
  expect(foldStderr(lines)).toHaveLength(1);
});
