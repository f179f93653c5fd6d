import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReportBuilder } from '../../../app/report/build-report.ts';
import type { SessionReport } from '../../../app/report/report.ts';
import { tappedAddress } from '../../tap/testing/tapped-address.ts';
import { LabHttp, listenLab } from './lab-http.ts';
import { startStreamLab } from './run-lab.ts';
import { call, type Driven, first, GET, started } from './testing/http-case.ts';
import { MESSAGE_CASES } from './testing/message-cases.ts';
import { RawClient } from './testing/raw-client.ts';
import { REFUSAL_CASES } from './testing/refusal-cases.ts';

type Lab = Awaited<ReturnType<typeof listenLab>>;
let lab: Lab;
let labHttp: LabHttp;

beforeAll(async () => {
  labHttp = new LabHttp((stdin, stdout) => startStreamLab(stdin, stdout, []));
  lab = await listenLab(labHttp, 0);
});
afterAll(() => lab.close());

/** What a report says of the traffic of a raw client with this address, behind the tap. */
async function reported(
  place: string | Promise<string>,
  drive: Driven,
  isOpen = false,
): Promise<SessionReport> {
  const options = { ca: lab.ca, keepsOrigin: isOpen, connectMs: 1000 };
  const tap = await tappedAddress(await place, options);
  // A foreign origin never passes the gate: what answers one has none.
  const open = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    tap.take(request, response, Buffer.concat(chunks));
  });
  if (isOpen) await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
  const port = isOpen ? (open.address() as AddressInfo).port : tap.port;
  await drive(new RawClient(tap.url.replace(`:${tap.port}/`, `:${port}/`)));
  await expect.poll(() => tap.openExchanges()).toBe(0);
  await tap.close();
  open.close();
  const builder = new ReportBuilder();
  for (const [index, record] of tap.records.entries()) builder.take(record, index + 2);
  const [session] = builder.finish('lab', 'tierscope', []).sessions;
  if (session === undefined) throw new Error('no session');
  return session;
}

const atPath = (path: string) => lab.addresses.plain?.replace(/\/mcp$/, path) ?? '';

describe('a fault of HTTP that the lab provokes', () => {
  test.each(Object.entries({ ...REFUSAL_CASES, ...MESSAGE_CASES }))(
    'case %s',
    async (_number, { at, drive, is, says, rules = [] }) => {
      const { errors, findings } = await reported(atPath(at), drive);
      const [tier, where, status, code, actor] = is;
      const error = errors.findLast((one) => one.tier === tier);
      expect({
        ...{ tier: error?.tier, where: error?.http?.where ?? '', status: error?.http?.status },
        ...{ code: error?.code, actor: error?.acts, says: error?.explanation },
      }).toMatchObject({ tier, where, status, code, actor, says: expect.stringContaining(says) });
      expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
    },
  );
});

const NETWORK: readonly (readonly [
  number,
  () => string | Promise<string>,
  string,
  string,
  string,
  string,
])[] = [
  [1, () => 'http://127.0.0.1:1/mcp', 'network', 'ECONNREFUSED', 'user', 'Nothing listens on 127.0.0.1:1.'],
  [
    2,
    () => 'http://mcp.exmaple.invalid/mcp',
    'network',
    'ENOTFOUND|EAI_AGAIN',
    'user',
    'The name mcp.exmaple.invalid is not known.',
  ],
  [
    3,
    () => silentHost(),
    'network',
    'ETIMEDOUT|EHOSTUNREACH|ENETUNREACH',
    'operator',
    'a firewall or a dead host',
  ],
  [
    4,
    () => atPath('/mcp').replace('http:', 'https:'),
    'tls',
    'ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO',
    'user',
    'The server speaks plain HTTP here.',
  ],
  [
    5,
    () => tls('self-signed').replace('https:', 'http:'),
    'network',
    'UND_ERR_SOCKET|HPE_INVALID_CONSTANT',
    'user',
    'The server closed the connection at once.',
  ],
  [
    6,
    () => tls('self-signed'),
    'tls',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'user',
    'The certificate is its own issuer.',
  ],
  [7, () => tls('expired'), 'tls', 'CERT_HAS_EXPIRED', 'operator', 'It ended on 2026-05-01.'],
  [8, () => tls('other-name'), 'tls', 'ERR_TLS_CERT_ALTNAME_INVALID', 'operator', 'It is for a.example.'],
  [
    9,
    () => atPath('/reset/mcp'),
    'network',
    'ECONNRESET',
    'server',
    'The server closed the connection without an answer; it may have crashed.',
  ],
];

function tls(name: string): string {
  return lab.addresses[name] ?? '';
}

/** An address that accepts no connection: its process is stopped, and those that wait for it are too many. */
async function silentHost(): Promise<string> {
  const script =
    "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){console.log(this.address().port)})";
  const host = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(host.stdout, 'data');
  host.kill('SIGSTOP');
  const waiting = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of waiting) socket.on('error', () => undefined);
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    host.kill('SIGKILL');
  });
  await Promise.race(waiting.map((socket) => once(socket, 'connect')));
  return `http://127.0.0.1:${Number(port)}/mcp`;
}

describe('a connection that fails', () => {
  test.each(NETWORK)('case %i', async (number, address, where, codes, actor, says) => {
    const { errors } = await reported(address(), number === 9 ? call : first);
    const error = errors.find((one) => one.tier === 'transport');
    expect([error?.http?.where, error?.http?.status, error?.acts]).toEqual([where, null, actor]);
    expect(error?.explanation).toContain(says);
    expect(error?.message).toMatch(new RegExp(codes));
  });
});

const listening = started((client) => client.whole('GET', '', GET));
const modernCall =
  (headers: Record<string, string>): Driven =>
  (client) =>
    client.modern('tools/call', { name: 'ok-text', arguments: {} }, headers);

const FINE: readonly (readonly [number, string, Driven, readonly string[]])[] = [
  [25, '/mcp', started((client) => client.batch([1, 2])), ['E09']],
  [39, '/lenient/mcp', modernCall({ 'Mcp-Name': 'another' }), ['H13']],
  [47, '/quiet/mcp', listening, []],
  [
    52,
    '/resumes/mcp',
    started(async (client) => {
      await client.call('ok-text');
      await client.whole('GET', '', { ...GET, 'Last-Event-ID': 'lab-1' });
    }),
    [],
  ],
  [56, '/auth/mcp', (client) => authorized(client), []],
];

/** Asks for a token when one is wanted, and goes on with it. */
async function authorized(client: RawClient): Promise<void> {
  await client.initialize();
  await client.at('/.well-known/oauth-protected-resource/auth/mcp').whole('GET', '');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  await client.at('/auth/token').whole('POST', 'grant_type=client_credentials&client_secret=hush', form);
  client.token = 'lab-token';
  await client.initialize();
  await client.call('ok-text');
}

describe('what is no error over HTTP', () => {
  test.each(FINE)('case %i', async (number, path, drive, rules) => {
    const { errors, counts, findings } = await reported(atPath(path), drive);
    expect(errors).toEqual([]);
    // The request that asked for a token has no answer of its own.
    expect(counts.unanswered).toBe(number === 56 ? 1 : 0);
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...rules]));
  });

  test('case 29', async () => {
    const foreign: Driven = async (client) => {
      await client.initialize();
      await client.call('ok-text', { Origin: 'https://evil.example' });
    };
    const { errors, findings } = await reported(await unguarded(), foreign, true);
    expect(errors).toEqual([]);
    expect(findings.map(({ rule }) => rule)).toContain('H09');
  });
});

/** The lab without its gate, which no foreign origin passes. */
async function unguarded(): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    labHttp.take(request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
