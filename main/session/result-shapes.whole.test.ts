import { fileURLToPath } from 'node:url';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Direction } from '../../app/frame/record.ts';
import type { Tier } from '../../app/frame/tier.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { schemaOf } from './testing/official-clients.ts';
import {
  DISCOVERIES,
  HANDSHAKES,
  type SentResult,
  SHAPES,
  STATELESS_SHAPES,
} from './testing/result-shapes.ts';
import { VALID_RESULTS } from './testing/valid-results.ts';

/** Only hanging results wait for it, all at once. */
const TIME_OUT = { timeout: 4000 };
const INFO = { name: 'test', version: '1' };
const CAPABILITIES = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} };
const ANSWERS = {
  initialize: JSON.stringify({
    protocolVersion: '2025-11-25',
    capabilities: CAPABILITIES,
    serverInfo: INFO,
  }),
  'server/discover': JSON.stringify({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: CAPABILITIES,
    ttlMs: 0,
    cacheScope: 'private',
  }),
};

type Requested = { readonly method: string; readonly params: { readonly [name: string]: unknown } };
type Running = {
  readonly connected: Promise<void>;
  /** Resolves with the client's result for its caller. */
  request(request: Requested): Promise<unknown>;
  close(): Promise<void>;
  /** Resolves when the server has written its last line to stderr. */
  readonly ended: Promise<void>;
  readonly lines: Copied[];
};
type Copied = { readonly direction: Direction; readonly raw: string };

const running: Running[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

function spawning(answers: object) {
  const script = fileURLToPath(new URL('./testing/shape-server.js', import.meta.url));
  const env = { ANSWERS: JSON.stringify({ ...ANSWERS, ...answers }) };
  return { command: process.execPath, args: [script], env, stderr: 'pipe' as const };
}

function started(one: Omit<Running, 'lines' | 'ended'>, stderr: NodeJS.ReadableStream | null): Running {
  const lines: Copied[] = [];
  let rest = '';
  stderr?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) lines.push(JSON.parse(part));
  });
  const ended = new Promise<void>((resolve) => {
    stderr?.once('end', resolve);
  });
  const whole = { ...one, ended, lines };
  running.push(whole);
  return whole;
}

/** Client 1.x with its own server. */
function client1(answers: object = {}): Running {
  const transport = new Stdio1(spawning(answers));
  const client = new Client1(INFO);
  const connected = client.connect(transport, TIME_OUT);
  const request = ({ method, params }: Requested) =>
    client.request({ method, params } as never, schemaOf(method) as never, TIME_OUT);
  return started({ connected, request, close: () => client.close() }, transport.stderr as never);
}

/** Client 2.x, with a handshake or pinned to 2026-07-28. */
function client2(mode: 'legacy' | { pin: string }, answers: object = {}): Running {
  const transport = new Stdio2(spawning(answers));
  const client = new Client2(INFO, {
    versionNegotiation: { mode },
    capabilities: { roots: {} },
    inputRequired: { autoFulfill: false },
  } as never);
  const connected = client.connect(transport, TIME_OUT);
  const options = { ...TIME_OUT, allowInputRequired: true };
  const request = (asked: Requested) => client.request(asked as never, options as never);
  return started({ connected, request, close: () => client.close() }, transport.stderr as never);
}

/** Whether the client returns the server's result to its caller, shape by shape. */
async function handed({ connected, request }: Running, shapes: readonly SentResult[]): Promise<boolean[]> {
  await connected;
  const calls = shapes.map(([method, result]) => {
    const params = { ...VALID_RESULTS[method]?.params, _meta: { 'example.org/result': result } };
    return request({ method, params });
  });
  const ends = await Promise.allSettled(calls);
  return ends.map(({ status }) => status === 'fulfilled');
}

/** Tierscope's tier of each request that carries a result, or of each request of `method`, from the wire traffic. */
async function tiers({ close, ended, lines }: Running, method = ''): Promise<Tier[]> {
  // stderr may be slower than stdout.
  await close();
  await ended;
  return tiersIn(lines, method);
}

function tiersIn(lines: readonly Copied[], method: string): Tier[] {
  const log = new LogModel();
  const wanted = new Set<number>();
  for (const [index, { direction, raw }] of lines.entries()) {
    const seq = index + 1;
    if (isWanted(JSON.parse(raw), method)) wanted.add(seq);
    log.take({ type: 'frame', seq, at: seq, session: 's1', direction, raw });
  }
  const { exchanges } = log.model('s1').book;
  return exchanges.filter(({ requestSeq }) => wanted.has(requestSeq)).map(({ tier }) => tier);
}

function isWanted(message: { readonly method?: string; readonly params?: unknown }, method: string): boolean {
  if (method !== '') return message.method === method;
  return JSON.stringify(message.params)?.includes('example.org/result') === true;
}

const isRead = (tier: Tier | undefined) => tier === 'ok' || tier === 'tool';
const named = (shapes: readonly SentResult[], read: readonly boolean[]) =>
  shapes.map(([method, result], index) => `${method} ${result.slice(0, 90)} ${read[index] ? 'ok' : 'lost'}`);

describe('a result from a real server is ok exactly if the official clients hand it to their callers', () => {
  it('in a session with a handshake, for both clients', async () => {
    expect(SHAPES.length).toBeGreaterThan(60);
    const clients = [client1(), client2('legacy')] as const;
    const [by1, by2] = await Promise.all([handed(clients[0], SHAPES), handed(clients[1], SHAPES)]);
    const both = by1.map((read, index) => read && by2[index] === true);
    for (const client of clients) {
      expect(named(SHAPES, (await tiers(client)).map(isRead))).toEqual(named(SHAPES, both));
    }
  });

  it('in a session of 2026-07-28, for the client that speaks it', async () => {
    const client = client2({ pin: '2026-07-28' });
    await client.connected;
    // The first complete answer identifies the server; the client probes its own server.
    await handed(client, STATELESS_SHAPES.slice(0, 1));
    const read = await handed(client, STATELESS_SHAPES);
    const ours = (await tiers(client)).slice(1).map(isRead);
    expect(named(STATELESS_SHAPES, ours)).toEqual(named(STATELESS_SHAPES, read));
  });

  it('as the answer to initialize', async () => {
    const outcomes = HANDSHAKES.map(async (initialize) => {
      const clients = [client1({ initialize }), client2('legacy', { initialize })];
      const read = await Promise.all(clients.map(({ connected }) => connected.then(yes, no)));
      return {
        read: read.every(Boolean),
        ours: await Promise.all(
          clients.map(async (client) => isRead((await tiers(client, 'initialize'))[0])),
        ),
      };
    });
    for (const { read, ours } of await Promise.all(outcomes)) expect(ours).toEqual([read, read]);
  });

  it('as the answer to server/discover', async () => {
    const outcomes = DISCOVERIES.map(async (discover) => {
      const answers = { 'server/discover': discover };
      const client = client2({ pin: '2026-07-28' }, answers);
      const read = await client.connected.then(yes, no);
      // The client probes its own process, whose stderr it keeps.
      const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
      const request = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta } };
      const lines: readonly Copied[] = [
        { direction: 'client-to-server', raw: JSON.stringify(request) },
        { direction: 'server-to-client', raw: `{"jsonrpc":"2.0","id":1,"result":${discover}}` },
      ];
      return [discover, read, isRead(tiersIn(lines, 'server/discover')[0])];
    });
    for (const [discover, read, ours] of await Promise.all(outcomes)) {
      expect([discover, ours]).toEqual([discover, read]);
    }
  });
});

const yes = () => true;
const no = () => false;
