import { expect, it } from 'vitest';
import { keyTerm, searchTextsOf } from './frame-tree.tsx';

it('offers a filter for what the log knows of a message', () => {
  const term = (steps: readonly string[], value: unknown, method = 'tools/call') =>
    keyTerm(method, steps, value)?.term;
  expect(term(['method'], 'tools/call')).toBe('method:tools/call');
  expect(term(['id'], 7)).toBe('id:7');
  expect(term(['error', 'code'], -32602)).toBe('code:-32602');
  expect(term(['params', 'name'], 'find city')).toBe('tool:"find city"');
  expect(term(['params', 'name'], 'summary', 'prompts/get')).toBeUndefined();
  expect(term(['params', 'arguments', 'id'], 7)).toBeUndefined();
  expect(term(['id'], null)).toBeUndefined();
});

it('looks for a key and a short value as they stand in a line', () => {
  expect(searchTextsOf(['result', 'content', 'text'], 'a "b"')).toEqual({
    key: '"text"',
    value: '"a \\"b\\""',
  });
  expect(searchTextsOf(['a'], { b: 1 })).toEqual({ key: '"a"' });
  expect(searchTextsOf(['a'], 'x'.repeat(300))).toEqual({ key: '"a"' });
});
