import { describe, expect, test } from 'vitest';
import { handshaking, plain, rig, scripted, tool } from './testing/session-rig.ts';

const BOTH_ERAS = 'main/session/testing/both-eras-server.js';

describe('what a server lists', () => {
  test('is listed page by page, until a cursor repeats', async () => {
    const on = `const at = Number((request.params || {}).cursor || 0);
      const nextCursor = request.method === 'prompts/list' ? 'same' : at < 2 ? String(at + 1) : undefined;
      say({ jsonrpc: '2.0', id: request.id, result: { resources: [{ uri: 'a:' + at, name: 'n' }], prompts: [{ name: 'p' }], nextCursor } });`;
    const { session } = rig(handshaking(on), { era: 'initialize' });
    await session.start();
    expect(await session.listAll('resources')).toMatchObject({ pages: 3, failure: '', items: [{}, {}, {}] });
    const prompts = await session.listAll('prompts');
    expect(prompts.items).toHaveLength(2);
    expect(prompts.failure).toContain('same cursor twice');
    expect((await session.listAll('tasks')).failure).toContain('no list named "tasks"');
  });

  test('is counted as changed when the server says so, in both eras', async () => {
    for (const era of ['initialize', 'modern'] as const) {
      const { session, reached } = rig([BOTH_ERAS], { era });
      await session.start();
      await session.call(tool('grow'));
      await reached(({ details }) => details.changes.tools === 1);
    }
  });

  test('is subscribed to by a request of its own in each era', async () => {
    const { session, lines } = rig([BOTH_ERAS], { era: 'modern' });
    await session.start();
    expect((await session.call({ kind: 'subscribe', uri: 'note://one' })).failure).toBe('');
    expect(session.details.subscriptions).toEqual(['note://one']);
    await session.call({ kind: 'unsubscribe', uri: 'note://one' });
    expect(session.details.subscriptions).toEqual([]);
    expect(lines('client-to-server').at(-1)?.method).toBe('notifications/cancelled');
  });

  test('is checked by the client against the output schema that was listed', async () => {
    const server = scripted(`
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (request.method === 'server/discover') Object.assign(result, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } });
      if (request.method === 'tools/list') Object.assign(result, { tools: [{ name: 'n', inputSchema: { type: 'object' },
        outputSchema: { type: 'object', properties: { count: { type: 'number' } } } }] });
      if (request.method === 'tools/call') Object.assign(result, { content: [], structuredContent: { count: 'two' } });
      if (request.id !== undefined) say({ jsonrpc: '2.0', id: request.id, result });`);
    const { session, clientEvents } = rig(server);
    await session.start();
    expect((await session.listAll('tools')).items).toHaveLength(1);
    expect((await session.call(tool('n'))).failure).toContain('does not match');
    expect(clientEvents()).toMatchObject([{ event: 'result-rejected', id: 1, method: 'tools/call' }]);
  });

  test('keeps the log level that the server took, and not over a restart', async () => {
    const { session } = rig(
      handshaking(`if (request.params?.level === 'wrong') say({ jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'no' } });
        else say({ jsonrpc: '2.0', id: request.id, result: {} });`),
      { era: 'initialize' },
    );
    await session.start();
    expect(session.details).toMatchObject({ logLevel: '', logLevelBefore: '' });
    await session.call({ kind: 'log-level', level: 'debug' });
    await session.call({ kind: 'log-level', level: 'wrong' });
    expect(session.details.logLevel).toBe('debug');
    await session.call(plain('logging/setLevel', { level: 'error' }));
    expect(session.details.logLevel).toBe('error');
    await session.restart();
    expect(session.details).toMatchObject({ logLevel: '', logLevelBefore: 'error' });
  });

  test('names the log level in every later request since 2026-07-28', async () => {
    const { session, lines } = rig([BOTH_ERAS], { era: 'modern' });
    await session.start();
    await session.call({ kind: 'log-level', level: 'debug' });
    await session.call(tool('greet', { name: 'x' }));
    expect(JSON.stringify(lines('client-to-server').at(-1))).toContain(
      '"io.modelcontextprotocol/logLevel":"debug"',
    );
  });
});
