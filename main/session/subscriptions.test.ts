import { expect, test } from 'vitest';
import { plain, rig, scripted, tool } from './testing/session-rig.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';
const LONG = { timeoutMs: 3_600_000 };

/** A server of 2026-07-28 that handles each `subscriptions/listen` with `on`, and answers everything else. */
function listened(on: string): string[] {
  return scripted(`
    const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const key = 'io.modelcontextprotocol/subscriptionId';
    const acknowledge = () => say({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { [key]: request.id }, notifications: request.params.notifications } });
    if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true } } });
    if (request.method === 'subscriptions/listen') { ${on} }
    else if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result });`);
}

test.each([
  ['initialize', 'e2e/servers/library.js', 'book://one'],
  ['modern', BOTH_ERAS, 'note://one'],
] as const)('what was subscribed to in the %s era is so again after a restart', async (era, server, uri) => {
  const { session, lines, reached } = rig([server], { ...LONG, era });
  await session.start();
  expect((await session.call({ kind: 'subscribe', uri: uri })).failure).toBe('');
  await session.restart();
  await reached(({ details }) => details.subscriptions.includes(uri));
  const asked = lines('client-to-server').filter((line) => JSON.stringify(line).includes(uri));
  expect(asked).toHaveLength(2);
  await session.call({ kind: 'unsubscribe', uri: uri });
  await session.restart();
  expect(session.details.subscriptions).toEqual([]);
});

test('each resource has a stream of its own, and the one that is left goes on', async () => {
  const { session, lines, reached } = rig([BOTH_ERAS], { ...LONG, era: 'modern' });
  await session.start();
  await session.call({ kind: 'subscribe', uri: 'note://one' });
  await session.call({ kind: 'subscribe', uri: 'note://two' });
  await session.call({ kind: 'unsubscribe', uri: 'note://one' });
  expect(session.details.subscriptions).toEqual(['note://two']);
  await session.call(tool('touch', { uri: 'note://two' }));
  await reached(({ details }) => details.changes.updated['note://two'] === 1);
  const updates = lines('server-to-client').filter(
    ({ method }) => method === 'notifications/resources/updated',
  );
  expect(updates).toHaveLength(1);
});

test('a subscription that the server ends is over, and is no failure of the client', async () => {
  const on = `acknowledge();
    if (request.params.notifications.resourceSubscriptions) say({ jsonrpc: '2.0', id: request.id, result });`;
  const { session, reached, clientEvents } = rig(listened(on), { ...LONG, era: 'modern' });
  await session.start();
  expect((await session.call({ kind: 'subscribe', uri: 'a:b' })).failure).toBe('');
  await reached(({ details }) => details.subscriptions.length === 0);
  expect(clientEvents()).toEqual([]);
});

const LISTS_ONLY = 'if (request.params.notifications.toolsListChanged) return acknowledge();';

test('a subscription that is refused is the error that it is', async () => {
  const on = `${LISTS_ONLY} say({ jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'too many' } });`;
  const { session, clientEvents } = rig(listened(on), { ...LONG, era: 'modern' });
  await session.start();
  expect((await session.call({ kind: 'subscribe', uri: 'a:b' })).failure).toContain('too many');
  expect(session.details.subscriptions).toEqual([]);
  expect(clientEvents()).toEqual([]);
});

test('a subscription that is never acknowledged times out', async () => {
  const { session, clientEvents } = rig(listened(LISTS_ONLY), { ...LONG, era: 'modern' });
  await session.start();
  session.configure({ timeoutMs: 30 });
  expect((await session.call({ kind: 'subscribe', uri: 'a:b' })).failure).toBe('No answer within 30 ms.');
  expect(clientEvents()).toMatchObject([
    { event: 'timeout', id: 'listen:1', method: 'subscriptions/listen' },
  ]);
});

test.each(['prompts/get', 'resources/read', 'tools/call'])(
  '%s is sent with a token for its progress',
  async (method) => {
    const { session, lines } = rig(listened('acknowledge()'), { ...LONG, era: 'modern' });
    await session.start();
    await session.call(plain(method, { name: 'x', uri: 'a:b' }));
    await session.call(plain('completion/complete', {}));
    const tokens = lines('client-to-server')
      .slice(-2)
      .map(({ params }) => Object(params)._meta.progressToken);
    expect(tokens).toEqual([expect.any(Number), undefined]);
  },
);
