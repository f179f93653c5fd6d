import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fetchServer } from './testing/fetch-server.ts';
import { httpServer, json, result } from './testing/http-server.ts';
import { rigOf, tool } from './testing/session-rig.ts';

/** The stateless server of SDK 2 behind Node's own server. */
async function statelessServer() {
  const closed: string[] = [];
  const entered: string[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'modern', version: '1' }, { capabilities: { tools: {} } });
    const inputSchema = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });
    server.registerTool('echo', { inputSchema }, ({ region }) => ({
      content: [{ type: 'text', text: region }],
    }));
    server.registerTool('slow', {}, async (context) => {
      entered.push('slow');
      await new Promise((resolve) => context.mcpReq.signal.addEventListener('abort', resolve));
      closed.push('slow');
      return { content: [] };
    });
    return server;
  });
  return { ...(await fetchServer((asked) => handler.fetch(asked))), entered, closed };
}

test('2026-07-28: what a request says stands in its head too, without a session', async () => {
  const server = await statelessServer();
  const { session } = rigOf({ kind: 'http', url: server.url, headers: {}, cwd: '' });
  await session.start();
  expect(session.status).toMatchObject({ state: 'ready', era: 'modern' });
  await session.listAll('tools');
  expect(await session.call(tool('echo', { region: 'Zürich' }))).toMatchObject({ failure: '' });
  const head = server.heads.at(-1);
  expect(head?.get('mcp-protocol-version')).toBe('2026-07-28');
  expect(head?.get('mcp-method')).toBe('tools/call');
  expect(head?.get('mcp-name')).toBe('echo');
  expect(head?.get('mcp-param-region')).toBe('=?base64?WsO8cmljaA==?=');
  expect(server.heads.every((one) => !one.has('mcp-session-id'))).toBe(true);
});

test('2026-07-28: a call is cancelled by the end of its stream, and nothing is posted', async () => {
  const server = await statelessServer();
  const { session, records, lines } = rigOf({ kind: 'http', url: server.url, headers: {}, cwd: '' });
  await session.start();
  const call = session.call(tool('slow'));
  await expect.poll(() => server.entered).toEqual(['slow']);
  const seq =
    records.findLastIndex((one) => one.type === 'frame' && 'raw' in one && one.raw.includes('"slow"')) + 1;
  expect(session.cancel(seq)).toBe(true);
  expect((await call).failure).toBe('Cancelled.');
  await expect.poll(() => server.closed).toEqual(['slow']);
  expect(lines('client-to-server').some(({ method }) => method === 'notifications/cancelled')).toBe(false);
  await expect
    .poll(() =>
      records.some((one) => one.type === 'http' && one.event === 'end' && one.how === 'client-closed'),
    )
    .toBe(true);
});

test('2026-07-28: after -32020 the tools are listed again, and the call is made with the new headers', async () => {
  let region = 'Region';
  const server = await httpServer(({ message, headers }, response) => {
    const { id, method } = message;
    const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    if (method === 'server/discover')
      json(
        response,
        result(id, { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }),
      );
    else if (method === 'tools/list') {
      const properties = { region: { type: 'string', 'x-mcp-header': region } };
      const tools = [{ name: 'echo', inputSchema: { type: 'object', properties } }];
      json(response, result(id, { ...complete, tools }));
    } else if (headers['mcp-param-area'] === 'north')
      json(response, result(id, { ...complete, content: [] }));
    else {
      const error = { code: -32020, message: 'Header mismatch: Mcp-Param-Area is missing' };
      json(response, { jsonrpc: '2.0', id, error }, 400);
    }
  });
  const { session } = rigOf({ kind: 'http', url: server.url, headers: {}, cwd: '' });
  await session.start();
  await session.listAll('tools');
  region = 'Area';
  expect(await session.call(tool('echo', { region: 'north' }))).toMatchObject({ failure: '' });
  const sent = server.got
    .map(({ message }) => message.method)
    .filter((method) => method?.startsWith('tools/'));
  expect(sent).toEqual(['tools/list', 'tools/call', 'tools/list', 'tools/call']);
});
