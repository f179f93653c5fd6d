import { expect, test } from 'vitest';
import { treeAction } from './tree-keys.ts';
import { initialTreeState, toggled, treeRows } from './tree-rows.ts';

const root = { a: { b: 1 }, c: 2 };
const rows = treeRows(root, initialTreeState(root));

test('down and up walk the rows and stop at the ends', () => {
  expect(treeAction(rows, 0, 'ArrowDown')).toEqual({ kind: 'focus', key: '/a' });
  expect(treeAction(rows, 0, 'ArrowUp')).toEqual({ kind: 'none' });
  expect(treeAction(rows, rows.length - 1, 'ArrowDown')).toEqual({ kind: 'none' });
});

test('right opens a closed branch and enters an open one', () => {
  const closed = treeRows(root, toggled(initialTreeState(root), '/a', false));
  expect(treeAction(closed, 1, 'ArrowRight')).toEqual({ kind: 'toggle', key: '/a', open: true });
  expect(treeAction(rows, 1, 'ArrowRight')).toEqual({ kind: 'focus', key: '/a/b' });
});

test('left closes an open branch and goes from a leaf to its parent', () => {
  expect(treeAction(rows, 1, 'ArrowLeft')).toEqual({ kind: 'toggle', key: '/a', open: false });
  expect(treeAction(rows, 2, 'ArrowLeft')).toEqual({ kind: 'focus', key: '/a' });
});

test('enter shows more of a long list', () => {
  const list = Array.from({ length: 150 }, () => 0);
  const long = treeRows(list, initialTreeState(list));
  expect(treeAction(long, long.length - 1, 'Enter')).toEqual({ kind: 'more', key: '' });
});
