import { expect, it } from 'vitest';
import { causeLikeness } from './likeness.ts';

it.each([
  [
    'Access denied - path outside allowed directories: /etc/shadow not in /tmp/fs',
    'Access denied - path outside allowed directories: /etc/passwd not in /tmp/fs',
  ],
  ['ENOENT: open ~/notes/a b', 'ENOENT: open ~/notes/c b'],
  ['Cannot read C:\\Users\\me\\a.txt.', 'Cannot read D:\\b\\c.md.'],
  ['./src/a.ts: no such file', '../lib/b.js: no such file'],
  ['GET https://a.example/x?y=1 failed', 'GET http://b.example:8080/z failed'],
  ['No resource air://one.', 'No resource air://two.'],
  ['File of 1.2 MB is too large', 'File of 900kB is too large'],
])('takes one cause for one, wherever it lies: %s', (one, other) => {
  expect(causeLikeness(one)).toBe(causeLikeness(other));
});

it.each([
  ['/address/street must be string', '/address/city must be string'],
  ['tools/call is unknown', 'tools/list is unknown'],
  ['read/write failed', 'and/or failed'],
  ['took ~5 ms', 'took 5 ms'],
  ['needs 2 MB', 'needs 2 Million'],
  ['use x instead', 'use y instead'],
])('tells causes apart by names and by places in a value: %s', (one, other) => {
  expect(causeLikeness(one)).not.toBe(causeLikeness(other));
});
