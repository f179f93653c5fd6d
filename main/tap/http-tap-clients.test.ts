import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { fetchServer } from '../session/testing/fetch-server.ts';
import { tappedAddress } from './testing/tapped-address.ts';

const INFO = { name: 'agent', version: '1' };

/** How the tests use a client of either package. */
type Agent = {
  readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  readonly listTools: () => Promise<{ tools: unknown[] }>;
  readonly close: () => Promise<void>;
};

const agents: Readonly<Record<string, (url: URL) => Promise<Agent>>> = {
  'sdk 1': async (url) => {
    const client = new Client1(INFO);
    await client.connect(new Transport1(url) as Parameters<Client1['connect']>[0]);
    return client as unknown as Agent;
  },
  'client 2': async (url) => {
    const client = new Client2(INFO);
    await client.connect(new Transport2(url));
    return client as unknown as Agent;
  },
  'client 2 at 2026-07-28': async (url) => {
    const client = new Client2(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new Transport2(url));
    return client as unknown as Agent;
  },
};

function served() {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'echoing', version: '1' });
    server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
    server.registerTool('fail', {}, async () => {
      throw new Error('no such shelf');
    });
    return server;
  });
  return fetchServer((asked) => handler.fetch(asked));
}

/** The results for a client in one session, without time-dependent values. */
async function outcomes(agent: Agent): Promise<unknown[]> {
  const call = (name: string, args = {}) =>
    agent.callTool({ name, arguments: args }).catch((error: Error) => `${error.name}: ${error.message}`);
  const got = [
    (await agent.listTools()).tools,
    await call('echo', { text: 'grüße 👋 \u2028' }),
    await call('echo', { text: 'x'.repeat(300_000) }),
    await call('echo', { text: 7 }),
    await call('fail'),
    await call('nobody'),
    await Promise.all(Array.from({ length: 30 }, (_, at) => call('echo', { text: `${at}` }))),
  ];
  await agent.close();
  return got;
}

test.each(Object.entries(agents))('%s gets the same through a tap as without it', async (_name, agent) => {
  const { url } = await served();
  const tap = await tappedAddress(url);
  onTestFinished(tap.close);
  const bare = await outcomes(await agent(new URL(url)));
  expect(await outcomes(await agent(new URL(tap.url)))).toEqual(bare);
  const { records } = tap;
  const calls = records.filter((one) => one.type === 'frame' && /"tools\/call"/.test(one.raw ?? ''));
  expect(calls).toHaveLength(35);
  expect(new Set(calls.map(({ session }) => session)).size).toBe(1);
  // A refused stream is not an error of a request.
  const answers = records.filter(
    (one) => one.type === 'frame' && one.direction === 'server-to-client' && !/"id":null/.test(one.raw ?? ''),
  );
  const requests = records.filter(
    (one) => one.type === 'frame' && one.direction === 'client-to-server' && /"id":/.test(one.raw ?? ''),
  );
  expect(answers).toHaveLength(requests.length);
});
