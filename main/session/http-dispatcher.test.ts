import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import certificates from '../../app/lab/http-certificates.json' with { type: 'json' };
import { DEFAULT_SETTINGS, type SessionSettings } from '../../app/protocol/session-settings.ts';
import { connectionFailure } from '../system/http-client.ts';
import { senderOf } from './http-wire.ts';

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
let folder = '';
let kept: (string | undefined)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dispatcher-'));
  for (const name of ['ca', 'self-signed', 'other-name', 'key'] as const)
    await writeFile(join(folder, `${name}.pem`), certificates[name]);
  kept = PROXY_VARIABLES.map((name) => process.env[name]);
  for (const name of PROXY_VARIABLES) delete process.env[name];
});
afterEach(async () => {
  for (const [at, name] of PROXY_VARIABLES.entries()) {
    if (kept[at] === undefined) delete process.env[name];
    else process.env[name] = kept[at];
  }
  await rm(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The outcome of a GET with these session settings: the text, or the failure. */
async function got(url: string, settings: Partial<SessionSettings> = {}) {
  const { dispatcher, options } = await senderOf({ ...DEFAULT_SETTINGS, ...settings }, { cwd: folder });
  onTestFinished(() => dispatcher.destroy());
  const { origin, pathname } = new URL(url);
  try {
    const { body } = await dispatcher.request({ origin, path: pathname, method: 'GET' });
    return await body.text();
  } catch (error) {
    return connectionFailure(error, url, options);
  }
}

/** A TLS server that answers with the name on its client's certificate. */
function secureServer(more: object = {}): Promise<number> {
  const { key } = certificates;
  const server = createTlsServer({ key, cert: certificates['self-signed'], ...more }, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    response.end(`for ${subject?.CN ?? 'anyone'}`);
  });
  return listening(server as unknown as Server);
}

/** A proxy that sends all requests and tunnels to this machine, whatever their host. */
async function proxy(port: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    response.end('by the proxy');
  });
  server.on('connect', (request: IncomingMessage, socket) => {
    asked.push(`CONNECT ${request.url}`);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on('error', () => undefined);
    onTestFinished(() => void onward.destroy());
  });
  return { asked, port: await listening(server) };
}

test('a certificate is taken from its file, or the connection fails; insecure takes any', async () => {
  const url = `https://127.0.0.1:${await secureServer()}/`;
  expect(await got(url)).toMatchObject({ phase: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(await got(url, { caFile: 'ca.pem' })).toMatchObject({ phase: 'tls' });
  expect(await got(url, { caFile: 'self-signed.pem' })).toBe('for anyone');
  expect(await got(url, { insecure: true })).toBe('for anyone');
});

test('a client certificate is shown to a server that asks for one', async () => {
  const asks = { requestCert: true, rejectUnauthorized: true, ca: certificates.ca };
  const url = `https://127.0.0.1:${await secureServer(asks)}/`;
  const own = { caFile: 'self-signed.pem', certFile: 'other-name.pem', keyFile: 'key.pem' };
  expect(await got(url, own)).toBe('for a.example');
  expect(await got(url, { caFile: 'self-signed.pem' })).toEqual({
    ...{ phase: 'tls', code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
    message: 'tlsv13 alert certificate required',
  });
  const wrong = { ...own, certFile: 'self-signed.pem' };
  expect(await got(url, wrong)).toMatchObject({
    ...{ phase: 'tls', code: 'ECONNRESET', clientCertificate: true },
  });
});

test('an alert of the server is a failure of TLS, by its own name', async () => {
  const old = { requestCert: true, rejectUnauthorized: true, ca: certificates.ca, maxVersion: 'TLSv1.2' };
  const alertOf = async (tls: object) =>
    got(`https://127.0.0.1:${await secureServer(tls)}/`, { caFile: 'self-signed.pem' });
  expect(await alertOf(old)).toMatchObject({
    phase: 'tls',
    code: expect.stringMatching(/ALERT_HANDSHAKE_FAILURE$/),
  });
  const far = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' };
  expect(await alertOf(far)).toMatchObject({ phase: 'tls', code: expect.stringMatching(/PROTOCOL/) });
});

test('a server that closes over TLS for another reason has not refused a certificate', async () => {
  const server = createTlsServer(
    { key: certificates.key, cert: certificates['self-signed'] },
    (request) => void request.socket.destroy(),
  ) as unknown as Server;
  const url = `https://127.0.0.1:${await listening(server)}/`;
  expect(await got(url, { caFile: 'self-signed.pem' })).toMatchObject({ phase: 'headers' });
});

test('the proxy of a profile carries every request, in plain or through a tunnel', async () => {
  const port = await secureServer();
  const { asked, port: at } = await proxy(port);
  const settings = { proxy: `http://ada:secret@127.0.0.1:${at}`, caFile: 'self-signed.pem' };
  expect(await got('http://far.invalid/mcp', settings)).toBe('by the proxy');
  expect(await got(`https://127.0.0.1:${port}/mcp`, settings)).toBe('for anyone');
  const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
  expect(asked).toEqual([`GET http://far.invalid/mcp ${basic}`, `CONNECT 127.0.0.1:${port}`]);
});

test('the proxy of the environment carries what is not of this machine and not excepted', async () => {
  const plain = await listening(createServer((_, response) => response.end('direct')));
  const { asked, port } = await proxy(0);
  process.env.HTTP_PROXY = `http://127.0.0.1:${port}`;
  process.env.NO_PROXY = 'near.invalid';
  expect(await got('http://far.invalid/mcp')).toBe('by the proxy');
  expect(await got(`http://127.0.0.1:${plain}/mcp`)).toBe('direct');
  expect(await got(`http://localhost:${plain}/mcp`)).toBe('direct');
  expect(await got('http://near.invalid/mcp')).toMatchObject({ phase: 'dns' });
  expect(asked).toEqual(['GET http://far.invalid/mcp']);
});
