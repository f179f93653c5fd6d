import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { strictTransport } from './run-serve.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** The effect of a request: its immediate answer, and what the server receives. */
async function sent(params: object, method = 'tools/call') {
  const [client, inner] = InMemoryTransport.createLinkedPair();
  const answered: JSONRPCMessage[] = [];
  const passed: JSONRPCMessage[] = [];
  client.onmessage = (message) => void answered.push(message);
  const server = strictTransport(inner);
  server.onmessage = (message) => void passed.push(message);
  await client.start();
  await server.start();
  await client.send({ jsonrpc: '2.0', id: 1, method, params: { ...params } });
  return { answered, passed: passed.length };
}

test('a revision that is not supported is refused, with those that are', async () => {
  const { answered, passed } = await sent({ _meta: { [VERSION]: '1999-01-01' } }, 'tools/list');
  expect(passed).toBe(0);
  expect(answered).toMatchObject([
    { id: 1, error: { code: -32022, data: { supported: ['2026-07-28'], requested: '1999-01-01' } } },
  ]);
});

test.each([[null], ['text'], [[1]], [7]])(
  'arguments that are %j are refused in a sentence',
  async (given) => {
    const { answered, passed } = await sent({ name: 'explain', arguments: given });
    expect(passed).toBe(0);
    expect(answered).toMatchObject([{ error: { code: -32602 } }]);
  },
);

test.each([
  ['tools/call', {}],
  ['tools/call', { name: 7 }],
  ['initialize', {}],
])('%s with %j is refused in a sentence', async (method, params) => {
  const { answered, passed } = await sent(params, method);
  expect(passed).toBe(0);
  expect(answered).toMatchObject([
    { error: { code: -32602, message: expect.stringMatching(/must be a text\.$/) } },
  ]);
});

test.each([
  [{ name: 'explain', arguments: { query: 'x' } }],
  [{ name: 'explain' }],
  [{ name: 'explain', _meta: { [VERSION]: '2026-07-28' } }],
  [{ name: 'explain', _meta: { [VERSION]: 7 } }],
])('%j goes through', async (params) => {
  expect(await sent(params)).toEqual({ answered: [], passed: 1 });
});
