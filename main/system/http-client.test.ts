import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectClock, connectionFailure, httpDispatcher } from './http-client.ts';

async function addressOf(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failureOf(url: string) {
  const dispatcher = httpDispatcher({});
  onTestFinished(() => dispatcher.destroy());
  const { origin, pathname } = new URL(url);
  try {
    await dispatcher.request({ origin, path: pathname, method: 'GET' });
  } catch (error) {
    return connectionFailure(error, url);
  }
  throw new Error('the request did not fail');
}

test('a port where nothing listens is a failed connection', async () => {
  const server = createTcpServer();
  const address = await addressOf(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await failureOf(`http://${address}/`)).toMatchObject({ phase: 'connect', code: 'ECONNREFUSED' });
});

test('a name that does not exist fails in the look-up', async () => {
  expect(await failureOf('http://no-such-host.invalid/')).toMatchObject({ phase: 'dns' });
});

test('a port that speaks plain HTTP fails at TLS', async () => {
  const address = await addressOf(createServer((_, response) => response.end()));
  expect(await failureOf(`https://${address}/`)).toMatchObject({
    phase: 'tls',
    code: expect.stringMatching(/SSL|EPROTO/),
  });
});

test('a connection that ends before the head differs from one that was never made', async () => {
  const address = await addressOf(
    createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  );
  expect(await failureOf(`http://${address}/`)).toMatchObject({ phase: 'headers', code: 'ECONNRESET' });
});

test('redirects are handed on as they are', async () => {
  const dispatcher = httpDispatcher({});
  onTestFinished(() => dispatcher.destroy());
  const address = await addressOf(
    createServer((_, response) => response.writeHead(307, { location: '/elsewhere' }).end()),
  );
  const { statusCode, body } = await dispatcher.request({
    origin: `http://${address}`,
    path: '/',
    method: 'GET',
  });
  await body.dump();
  expect(statusCode).toBe(307);
});

test('the parts of a new connection are measured, and one that stood already says so', async () => {
  const clock = new ConnectClock();
  const dispatcher = httpDispatcher({}, clock);
  onTestFinished(() => dispatcher.destroy());
  const address = await addressOf(createServer((_, response) => response.end('x')));
  const origin = `http://${address.replace('127.0.0.1', 'localhost')}`;
  const ask = async () => {
    const { sent, connection } = clock.during(origin, () =>
      dispatcher.request({ origin, path: '/', method: 'POST', body: 'x' }),
    );
    await (await sent).body.text();
    return connection();
  };
  expect(await ask()).toEqual({ nameMs: expect.any(Number), connectMs: expect.any(Number) });
  // The connection is free again in the turn after its answer.
  await expect.poll(ask).toEqual({ reused: true });
});

test('a connection that fails has the times of what it got through', async () => {
  const clock = new ConnectClock();
  const dispatcher = httpDispatcher({}, clock);
  onTestFinished(() => dispatcher.destroy());
  const origin = `https://${await addressOf(createServer())}`;
  const { sent, connection } = clock.during(origin, () =>
    dispatcher.request({ origin, path: '/', method: 'GET' }),
  );
  await expect(sent).rejects.toThrow();
  expect(connection()).toEqual({ connectMs: expect.any(Number) });
});

test('a server behind a proxy is not asked past it why it closed', async () => {
  let connections = 0;
  const address = await addressOf(
    createTcpServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined).destroy();
    }),
  );
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const url = `https://${address}/`;
  expect(await connectionFailure(reset, url, { proxy: 'http://127.0.0.1:9' })).toMatchObject({
    phase: 'headers',
  });
  expect(connections).toBe(0);
  await connectionFailure(reset, url);
  expect(connections).toBe(1);
});
