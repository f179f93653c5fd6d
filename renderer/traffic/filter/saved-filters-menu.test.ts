import { expect, test } from 'vitest';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { BUILT_IN_FILTERS, fullFilter, moved, renamed, restored, withFilter } from './saved-filters-menu.tsx';

const a = { name: 'a', text: 'tier:tool' };
const b = { name: 'b', text: 'dur:>1s' };

test('every built-in filter can be read', () => {
  for (const { name, text } of BUILT_IN_FILTERS) expect([name, parseQuery(text).ok]).toEqual([name, true]);
});

test('the pressed counters become a part of the filter that is saved', () => {
  expect(fullFilter(' dur:>1s ', [])).toBe('dur:>1s');
  expect(fullFilter('', ['tool', 'client'])).toBe('tier:tool,client');
  expect(fullFilter('a or b', ['tool'])).toBe('tier:tool (a or b)');
  expect(parseQuery(fullFilter('a or b', ['tool'])).ok).toBe(true);
});

test('a filter with a name that is there takes its place', () => {
  expect(withFilter([a], b)).toEqual([a, b]);
  expect(withFilter([a, b], { name: 'A', text: 'x' })).toEqual([{ name: 'A', text: 'x' }, b]);
});

test('a name is given once', () => {
  expect(renamed([a, b], 'a', 'B')).toBeUndefined();
  expect(renamed([a, b], 'a', 'A')).toEqual([{ ...a, name: 'A' }, b]);
});

test('a filter moves by one place and not past an end', () => {
  expect(moved([a, b], 'b', -1)).toEqual([b, a]);
  expect(moved([a, b], 'a', -1)).toEqual([a, b]);
});

test('a deleted filter comes back to its old place', () => {
  expect(restored([b], a, 0)).toEqual([a, b]);
  expect(restored([a], a, 0)).toEqual([a]);
});
