import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTreeState, PAGE_SIZE, toggled, treeAction, treeRows, withMore } from './tree-rows.ts';

const keys = (root: unknown, state = initialTreeState(root)) => treeRows(root, state).map((row) => row.key);

describe('treeRows', () => {
  test('a fresh tree is open to depth two and closed below', () => {
    expect(keys({ result: { content: [{ type: 'text' }] } })).toEqual(['', '/result', '/result/content']);
  });

  test('a list of a million elements costs one page and says how many there are', () => {
    const list = Array.from({ length: 1_000_000 }, (_, index) => index);
    const rows = treeRows(list, initialTreeState(list));
    expect(rows).toHaveLength(1 + PAGE_SIZE + 1);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', shown: PAGE_SIZE, total: 1_000_000 });
  });

  test('showing more adds a page', () => {
    const list = Array.from({ length: 250 }, (_, index) => index);
    const state = withMore(withMore(initialTreeState(list), ''), '');
    expect(treeRows(list, state)).toHaveLength(251);
  });

  test('a wide tree does not open all its branches at once', () => {
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0));
    expect(treeRows(wide, initialTreeState(wide)).length).toBeLessThanOrEqual(202);
  });

  test('closing a branch hides what is below it and nothing else', () => {
    const root = { a: { b: 1 }, c: 2 };
    expect(keys(root, toggled(initialTreeState(root), '/a', false))).toEqual(['', '/a', '/c']);
  });

  test('keys with slashes and numbers stay apart', () => {
    const root = { 'a/b': 1, a: { b: 2 }, '1': 3 };
    const all = keys(root);
    expect(new Set(all).size).toBe(all.length);
  });

  test('a scalar root is one row', () => {
    expect(keys('text')).toEqual(['']);
  });

  test('any JSON value gives unique keys and a bounded first view', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const all = keys(value);
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBeLessThan(2 * PAGE_SIZE + 10);
      }),
    );
  });
});

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
