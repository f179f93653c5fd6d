import { expect, test } from 'vitest';
import { listNews } from './list-news.ts';

test('says by name what came and what went', () => {
  expect(listNews(['a', 'b'], ['b', 'c'])).toContain('added c; removed a.');
});

test('names a few and counts the rest', () => {
  expect(listNews([], ['a', 'b', 'c', 'd', 'e'])).toContain('added a, b, c and 2 more.');
});

test('a list that came back the same says so', () => {
  expect(listNews(['a'], ['a'])).toContain('the names are the same');
});
