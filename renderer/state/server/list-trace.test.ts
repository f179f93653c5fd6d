import { expect, test } from 'vitest';
import { listNews } from './listed.ts';

test('says by name what came and what went', () => {
  expect(listNews(['a', 'b'], ['b', 'c'])).toContain('added c; removed a.');
});

test('names a few and counts the rest', () => {
  expect(listNews([], ['a', 'b', 'c', 'd', 'e'])).toContain('added a, b, c and 2 more.');
});

test('a list that came back the same is reported as such', () => {
  expect(listNews(['a'], ['a'])).toContain('the names are the same');
});

test('says why the list was read again', () => {
  expect(listNews(['a'], ['b'])).toMatch(/^The server changed this list, and it was read again: /);
  expect(listNews(['a'], ['b'], 'restarted')).toMatch(
    /^The server was started again, and this list was read again: added b; removed a\.$/,
  );
});
