import { expect, test } from 'vitest';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { targetFilter } from './server-list.tsx';

test.each([
  ['tools/call', 'search', 'tool:search'],
  ['tools/call', 'two words, "quoted"', 'tool:"two words, \\"quoted\\""'],
  ['prompts/get', 'summarize', 'method:prompts/get summarize'],
  ['resources/read', 'file:///a b', 'method:resources/read "file:///a b"'],
])('the filter of %s %s can be read again', (method, target, filter) => {
  expect(targetFilter(method, target)).toBe(filter);
  expect(parseQuery(filter).ok).toBe(true);
});
