import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROTOCOL_VERSION_KEY } from './meta-keys.ts';
import { mirroredArguments, mirroredHeaders } from './mirrored-headers.ts';

const marked = (type: string, header: unknown = 'Region') => ({ type, 'x-mcp-header': header });
const properties = (region: object) => ({ type: 'object', properties: { region } });

test('arguments are found below any chain of properties', () => {
  expect(mirroredArguments(properties(properties(marked('string'))))).toEqual([
    { path: ['region', 'region'], header: 'Region' },
  ]);
});

test.each([
  ['in a list', { type: 'object', properties: { a: { type: 'array', items: marked('string') } } }],
  ['at the root', marked('object')],
  ['on an object', properties(marked('object'))],
  ['with a name that no header has', properties(marked('string', 'a b'))],
  ['with an empty name', properties(marked('string', ''))],
  ['twice', { properties: { a: marked('string'), b: marked('string', 'REGION') } }],
])('a mark %s makes a tool invalid', (_, schema) => {
  expect(mirroredArguments(schema)).toBeUndefined();
});

test('a value that is left out has no header, and one that no header can carry goes as Base64', () => {
  const params = (region: unknown) => ({
    name: 'echo',
    arguments: { region },
    _meta: { [PROTOCOL_VERSION_KEY]: '2026-07-28' },
  });
  const headers = (region: unknown) =>
    Object.fromEntries(
      mirroredHeaders('tools/call', params(region), () => [{ path: ['region'], header: 'Region' }]),
    );
  expect(headers('us-west1')).toEqual({
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'echo',
    'Mcp-Param-Region': 'us-west1',
  });
  expect(headers(null)).not.toHaveProperty('Mcp-Param-Region');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const value = headers(text)['Mcp-Param-Region'] ?? '';
      expect(value).toMatch(/^[\t\x20-\x7e]*$/);
      const [, base64] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
      const read =
        base64 === undefined
          ? value
          : new TextDecoder('utf-8', { ignoreBOM: true }).decode(
              Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
            );
      expect(read).toBe(text);
    }),
  );
});
