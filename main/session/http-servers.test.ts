import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Rig, rigOf, tool } from './testing/session-rig.ts';

const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function everything(mode: string): Promise<number> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [EVERYTHING, mode], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/running on port|listening/i);
  return port;
}

async function connected(url: string): Promise<Rig> {
  const rig = rigOf({ kind: 'http', url, headers: {}, cwd: '' });
  await rig.session.start();
  expect(rig.session.status).toMatchObject({ state: 'ready' });
  return rig;
}

test.each([
  ['streamableHttp', 'mcp', { transport: 'streamable-http', stream: 'open' }],
  ['sse', 'sse', { transport: 'http+sse', stream: 'open' }],
])(
  'server-everything over %s lists, calls, asks and ends',
  async (mode, path, state) => {
    const { session, reached } = await connected(`http://127.0.0.1:${await everything(mode)}/${path}`);
    await reached(({ details }) => details.http?.stream === 'open');
    expect(session.details.http).toMatchObject(state);
    expect((await session.listAll('tools')).items.length).toBeGreaterThan(5);
    expect(await session.call(tool('echo', { message: 'hi' }))).toMatchObject({ failure: '' });
    const asking = session.call(tool('trigger-elicitation-request'), { timeoutMs: 20_000 });
    await reached(({ details }) => details.serverRequests.length > 0);
    const [request] = session.details.serverRequests;
    session.answer(request?.requestId ?? '', { kind: 'decline' });
    expect(await asking).toMatchObject({ failure: '' });
    await session.disconnect('done');
    expect(session.status.state).toBe('closed');
  },
  60_000,
);
