import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createAccessToken, GuardedServer, isSameToken, refuseTwoHosts } from './loopback-gate.ts';

let server: GuardedServer | undefined;
afterEach(() => server?.close());

async function started() {
  const taken: string[] = [];
  server = await GuardedServer.listen(0, (request, response, body) => {
    taken.push(`${request.method} ${request.url} ${body}`);
    response.end('ok');
  });
  return { port: server.port, taken };
}

/** Everything that the server sends in response to these bytes, until it closes. */
function said(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const HEAD = 'Host: localhost:1\r\nConnection: close\r\n';

describe('a guarded server', () => {
  test('hands on a whole request of this machine, also of a page of its own', async () => {
    const { port, taken } = await started();
    const origin = 'Origin: http://localhost:3000\r\n';
    expect(
      await said(port, `POST /a HTTP/1.1\r\n${HEAD}${origin}Content-Length: 4\r\n\r\nab`, 'cd'),
    ).toContain('200 OK');
    expect(taken).toEqual(['POST /a abcd']);
  });

  test.each([
    ['another name', 403, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    ['a name that looks like ours', 403, 'GET / HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n'],
    ['a name behind ours', 403, 'GET / HTTP/1.1\r\nHost: localhost:1.evil.example\r\n\r\n'],
    [
      'a page behind our name',
      403,
      `GET / HTTP/1.1\r\n${HEAD}Origin: http://localhost:1.evil.example\r\n\r\n`,
    ],
    ['no name', 400, 'GET / HTTP/1.1\r\n\r\n'],
    ['two names', 400, `GET / HTTP/1.1\r\nHost: evil.example\r\n${HEAD}\r\n`],
    ['a page of another site', 403, `GET / HTTP/1.1\r\n${HEAD}Origin: https://evil.example\r\n\r\n`],
    ['a page of no origin', 403, `GET / HTTP/1.1\r\n${HEAD}Origin: null\r\n\r\n`],
    ['an address as the target', 400, `GET http://localhost:9/ HTTP/1.1\r\n${HEAD}\r\n`],
    ['a tunnel', 405, `CONNECT localhost:9 HTTP/1.1\r\n${HEAD}\r\n`],
    ['a length over the limit', 413, `POST / HTTP/1.1\r\n${HEAD}Content-Length: 67108865\r\n\r\n`],
    ['two lengths', 400, `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length beside chunks',
      400,
      `POST / HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk without a size',
      400,
      `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n`,
    ],
    ['chunks of another coding', 400, `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked, x\r\n\r\nab`],
  ])('refuses %s', async (_name, status, bytes) => {
    const { port, taken } = await started();
    expect(await said(port, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(taken).toEqual([]);
  });

  test('refuses a body over its limit, and goes on', async () => {
    const { port, taken } = await started();
    const piece = 'x'.repeat(1024 * 1024);
    const pieces = Array.from({ length: 65 }, () => piece);
    const head = `POST / HTTP/1.1\r\n${HEAD}Content-Length: ${65 * piece.length}\r\n\r\n`;
    expect(await said(port, head, ...pieces)).toMatch(/^HTTP\/1.1 413 /);
    expect(taken).toEqual([]);
    expect(await said(port, `GET / HTTP/1.1\r\n${HEAD}\r\n`)).toContain('200 OK');
  });

  test('a head that never ends holds nobody up, and too many connections are closed', async () => {
    const { port } = await started();
    const slow = Array.from({ length: 1200 }, () => connect(port, '127.0.0.1'));
    const closed = slow.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
    for (const socket of slow) {
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost:');
    }
    await Promise.race(closed);
    for (const socket of slow) socket.destroy();
    await Promise.all(closed);
    expect(await said(port, `GET / HTTP/1.1\r\n${HEAD}\r\n`)).toContain('200 OK');
  });

  test('listens on this machine alone', async () => {
    const { port } = await started();
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.on('connect', resolve));
    expect((socket.address() as AddressInfo).address).toBe('127.0.0.1');
    socket.destroy();
  });
});

test('tokens are 256 bits, differ, and equal only themselves', () => {
  const token = createAccessToken();
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(createAccessToken()).not.toBe(token);
  expect(isSameToken(token, token)).toBe(true);
  expect(isSameToken(token.slice(1), token)).toBe(false);
  expect(isSameToken('', token)).toBe(false);
});

test('a request that names two hosts is refused, whichever comes first', () => {
  expect(refuseTwoHosts(['Host', '127.0.0.1:1', 'Accept', 'host'])).toBeUndefined();
  expect(refuseTwoHosts(['Host', '127.0.0.1:1', 'Accept', '*/*', 'HOST', 'evil.example'])?.status).toBe(400);
});
