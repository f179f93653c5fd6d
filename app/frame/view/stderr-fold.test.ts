import { expect, test } from 'vitest';
import { foldStderr } from '../stderr-pick.ts';

const TRACE = [
  'Error: boom',
  '    at validate (/srv/server.js:88:11)',
  '    at run (/srv/node_modules/x/run.js:12:3)',
  '    at node:internal/main:3:1',
];

test('a stack trace is one group, with the frames that are not its own', () => {
  expect(foldStderr([...TRACE, 'next'])).toEqual([
    { lines: TRACE, foreign: new Set([2, 3]), exception: 'Error: boom' },
    { lines: ['next'], foreign: new Set(), exception: '' },
  ]);
});

test('colors before the indent do not hide a trace', () => {
  const lines = ['Traceback (most recent call last):', '\u001b[31m  File "a.py", line 1\u001b[0m'];
  expect(foldStderr(lines)).toHaveLength(1);
});

test('an indented first line stands for itself', () => {
  expect(foldStderr(['  indented'])).toMatchObject([{ lines: ['  indented'] }]);
});

test('indented lines without frames belong to the line above them', () => {
  expect(foldStderr(['{', '  "a": 1', '}', 'b']).map(({ lines }) => lines.length)).toEqual([3, 1]);
});

test('the exception at the end of a Python traceback belongs to it', () => {
  const lines = [
    'Traceback (most recent call last):',
    '  File "a.py", line 1',
    'ValueError: no',
    'next: one',
  ];
  expect(foldStderr(lines)).toMatchObject([
    { lines: lines.slice(0, 3), exception: 'ValueError: no' },
    { lines: ['next: one'], exception: '' },
  ]);
});

test('a cause belongs to the trace above it', () => {
  const lines = ['Exception: a', '\tat A.b(A.java:1)', 'Caused by: B: c', '\tat C.d(C.java:2)'];
  expect(foldStderr(lines)).toHaveLength(1);
});
