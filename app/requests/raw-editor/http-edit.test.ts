import { describe, expect, it } from 'vitest';
import { ok } from '../../base/result.ts';
import { editedHeaders, editOfHead, editText, headText, httpEditSchema } from './http-edit.ts';

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

describe('headers as text', () => {
  const ours = [
    { name: 'Accept', value: 'application/json', isHidden: false },
    { name: 'Mcp-Session-Id', value: 'sid-1', isHidden: true },
    { name: 'X-Key', value: '<redacted:4>', isHidden: true },
  ];

  it('are sent as they stand, but for a hidden value that stands as it was', () => {
    expect(editOfHead(headText(ours), ours)).toEqual(ok({ Accept: 'application/json' }));
    const changed = 'accept: text/html\n\nmcp-session-id: gone \nX-Own:';
    expect(editOfHead(changed, ours)).toEqual(
      ok({ 'X-Key': null, accept: 'text/html', 'mcp-session-id': 'gone', 'X-Own': '' }),
    );
  });

  it.each(['no colon', 'a b: c', 'X-Own: ✓'])('name the line that is none: %s', (line) => {
    expect(editOfHead(`Accept: */*\n${line}`, ours)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Header line 2 /),
    });
  });
});
