import { expect, test } from 'vitest';
import { markOf } from './json-tree.tsx';
import { initialTreeState, type TreeState, treeRows } from './tree-rows.ts';

const value = { rows: [{ id: 'x' }, { name: 'no id' }], total: 'two' };
const marks = new Map([
  ['/rows/0/id', 'expected number'],
  ['/rows/1/id', 'is required'],
  ['/total', 'expected number'],
]);

function marked(state: TreeState): Record<string, string> {
  const rows = treeRows(value, state).map((row) => [row.key, markOf(row, marks)] as const);
  return Object.fromEntries(rows.filter(([, mark]) => mark !== ''));
}

test('a mark stands at its place, and a missing member at the object that lacks it', () => {
  const open = new Map([...initialTreeState(value), ['/rows', 100], ['/rows/0', 100], ['/rows/1', 100]]);
  expect(marked(open)).toEqual({
    '/rows/0/id': 'expected number',
    '/rows/1': 'id is required',
    '/total': 'expected number',
  });
});

test('a closed branch says how many places it hides', () => {
  expect(marked(new Map([['', 100]]))).toEqual({
    '/rows': '2 places inside do not fit',
    '/total': 'expected number',
  });
  expect(marked(new Map())).toEqual({ '': '3 places inside do not fit' });
});

test('nothing is marked without marks', () => {
  const [root] = treeRows(value, new Map());
  expect(root && markOf(root, new Map())).toBe('');
});
