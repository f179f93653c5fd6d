import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { standInHost } from './testing/stand-in-host.ts';

let folder = '';
let server: LoopbackServer;
let host = standInHost();
let token = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-loopback-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tierscope</title>');
  host = standInHost();
  server = await startLoopbackServer({
    host,
    pageFolder: folder,
    ports: [0],
    onFault: (fault) => expect.fail(fault.message),
  });
  token = new URL(server.address).hash.slice('#token='.length);
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

type Reply = { status: number; body: string; headers: NodeJS.Dict<string | string[]> };

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

/** Opens a WebSocket: returns the socket, or the status of the refusal. */
function connect(
  options: { path?: string; protocols?: string[]; headers?: Record<string, string> } = {},
): Promise<WebSocket | number> {
  const protocols = options.protocols ?? ['tierscope.v1', `token.${token}`];
  const headers = { Origin: `http://127.0.0.1:${server.port}`, ...options.headers };
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${options.path ?? '/ws'}`, protocols, {
    headers,
  });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_call, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
}

async function connected(): Promise<WebSocket> {
  const socket = await connect();
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

function nextMessage(socket: WebSocket): Promise<unknown> {
  return new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))));
}

function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}

describe('the page', () => {
  test('is served with the strict policy, and the policy names this port only', async () => {
    const reply = await get('/');
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('<title>Tierscope</title>');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src ws://127.0.0.1:${server.port} ws://localhost:${server.port};`);
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test('is served under both names of this machine', async () => {
    expect((await get('/', { Host: `localhost:${server.port}` })).status).toBe(200);
    expect((await get('/', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
    expect((await get('/', {}, 'HEAD')).body).toBe('');
  });

  test.each([
    ['a name that a stranger bound to this address', { Host: 'evil.example' }, 421],
    ['a name with another port', { Host: '127.0.0.1:1' }, 421],
    ['an origin of another site', { Origin: 'http://evil.example' }, 403],
    ['an opaque origin', { Origin: 'null' }, 403],
    ['a request that another site makes', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a request from another port of this machine', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ])('is refused to %s', async (_case, headers, status) => {
    const reply = await get('/', headers);
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain('<title>');
  });

  test('takes no other method, and has nothing else', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect((await get('/ws')).status).toBe(404);
    expect((await get('//')).status).toBe(404);
    expect((await get('/../package.json')).status).toBe(404);
  });

  test('has its token in the fragment of its address only', () => {
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/);
  });

  test('is on no other address of this machine than 127.0.0.1', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid)
      .map(({ address }) => address);
    for (const address of ['127.0.0.2', ...others]) {
      const end = await new Promise((resolve) => {
        const socket = createConnection({ host: address, port: server.port });
        socket.once('connect', () => {
          socket.destroy();
          resolve('connected');
        });
        socket.once('error', () => resolve('refused'));
      });
      expect(end).toBe('refused');
    }
  });
});

describe('the entry address', () => {
  test('leads once to the page with its token, and never shows the token itself', async () => {
    const entry = server.entryAddress();
    expect(entry).not.toContain(token);
    const path = entry.slice(entry.indexOf('/enter'));
    const reply = await get(path);
    expect(reply.status).toBe(303);
    expect(reply.headers.location).toBe(`/#token=${token}`);
    expect((await get(path)).status).toBe(404);
    expect((await get('/enter?ticket=guess')).status).toBe(404);
  });

  test('is refused to another site', async () => {
    const entry = server.entryAddress();
    const reply = await get(entry.slice(entry.indexOf('/enter')), { 'Sec-Fetch-Site': 'cross-site' });
    expect(reply.status).toBe(403);
  });
});

describe('the socket', () => {
  test('carries a command and its answer, and reports how many screens there are', async () => {
    const socket = await connected();
    expect(socket.protocol).toBe('tierscope.v1');
    const answer = nextMessage(socket);
    socket.send(JSON.stringify({ t: 'q', m: 'disconnect', a: [{ session: 's1' }], i: '1' }));
    expect(await answer).toEqual({ t: 's', i: '1', r: { ok: true, value: null } });
    expect(server.screens()).toEqual({ open: 1, ever: 1 });
    socket.close();
    await expect.poll(() => server.screens()).toEqual({ open: 0, ever: 1 });
    await expect.poll(() => host.events.size).toBe(0);
  });

  test('hears the events of the host', async () => {
    const socket = await connected();
    const event = nextMessage(socket);
    for (const screen of host.events) screen.sessionRemoved('s9');
    expect(await event).toEqual({ t: 'q', m: 'sessionRemoved', a: ['s9'] });
  });

  test.each([
    ['no token', ['tierscope.v1'], 401],
    ['an empty token', ['tierscope.v1', 'token.'], 401],
    ['a wrong token', ['tierscope.v1', `token.${'A'.repeat(43)}`], 401],
    ['no protocol', [], 400],
  ])('is refused with %s', async (_case, protocols, status) => {
    expect(await connect({ protocols })).toBe(status);
    expect(host.events.size).toBe(0);
  });

  test('is refused when only the name of the protocol is missing', async () => {
    expect(await connect({ protocols: [`token.${token}`] })).toBe(400);
  });

  test.each([
    ['a foreign origin', { Origin: 'https://evil.example' }, 403],
    ['an origin of another port', { Origin: 'http://127.0.0.1:1' }, 403],
    ['an opaque origin', { Origin: 'null' }, 403],
    ['a name that a stranger bound to this address', { Host: 'evil.example' }, 421],
  ])('is refused to %s even with the token', async (_case, headers, status) => {
    expect(await connect({ headers })).toBe(status);
  });

  test('is refused without an origin, and at any other path', async () => {
    const bare = new WebSocket(`ws://127.0.0.1:${server.port}/ws`, ['tierscope.v1', `token.${token}`]);
    const status = new Promise((resolve) =>
      bare.once('unexpected-response', (_c, reply) => resolve(reply.statusCode)),
    );
    expect(await status).toBe(403);
    expect(await connect({ path: '/other' })).toBe(404);
    expect(await connect({ path: '/ws?token=1' })).toBe(404);
  });

  test('is closed when the screen sends what is no request', async () => {
    const socket = await connected();
    const code = closeCode(socket);
    socket.send('not JSON');
    expect(await code).toBe(1002);
    const binary = await connected();
    const binaryCode = closeCode(binary);
    binary.send(Buffer.from([1, 2, 3]));
    expect(await binaryCode).toBe(1002);
  });

  test('says on quitting that the host goes away', async () => {
    const socket = await connected();
    const code = closeCode(socket);
    await server.close();
    expect([1001, 1006]).toContain(await code);
  });
});

test('a taken port gives way to the next one, and is an error if there is none', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  const options = { host, pageFolder: folder, onFault: () => undefined };
  const second = await startLoopbackServer({ ...options, ports: [taken, 0] });
  expect(second.port).not.toBe(taken);
  await second.close();
  await expect(startLoopbackServer({ ...options, ports: [taken] })).rejects.toThrow('EADDRINUSE');
  await new Promise((resolve) => other.close(resolve));
});
