import { expect, it } from 'vitest';
import { editedHeaders, editText, httpEditSchema } from './http-edit.ts';

it('puts headers in place of ours, leaves out what is null, and adds the rest', () => {
  const edit = { headers: { accept: 'text/html', 'Mcp-Session-Id': null, 'X-Own': '1' } };
  const ours = [
    ['Host', 'a'],
    ['Accept', 'application/json'],
    ['Mcp-Session-Id', 's'],
  ] as const;
  expect(editedHeaders(ours, edit)).toEqual([
    ['Host', 'a'],
    ['accept', 'text/html'],
    ['X-Own', '1'],
  ]);
});

it('says in one line what it changes', () => {
  expect(editText({})).toBe('POST');
  expect(editText({ method: 'GET', suffix: '-x', headers: { A: 'b', C: null }, leaves: true })).toBe(
    'GET, to …-x, A: b, without C, closed at once',
  );
});

it.each([
  [{ method: 'GET /' }],
  [{ suffix: '?a=b' }],
  [{ suffix: '@evil.example' }],
  [{ headers: { 'a b': 'c' } }],
  [{ headers: { a: 'b\r\nc: d' } }],
])('refuses %j, which would be another request', (edit) => {
  expect(httpEditSchema.safeParse(edit).success).toBe(false);
});
