import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { compared, type Load, type Way } from './proxied-calls.ts';

/** A call takes many times as long as over a pipe: each is a request of its own to client and server. */
const LOADS: Readonly<Record<string, Load>> = {
  'one at a time': { inFlight: 1, chars: 20, calls: 60 },
  '16 in flight': { inFlight: 16, chars: 20, calls: 96 },
  '64 in flight': { inFlight: 64, chars: 20, calls: 128 },
  '4 in flight, 64 kB each way': { inFlight: 4, chars: 64_000, calls: 24 },
};

/** Programs that were started, to be ended. */
const started: ChildProcess[] = [];

/**
 * The SDK's client with the tap in front of its server's address, against the same with the thinnest reverse proxy
 * there, and beside both without any. Prints one JSON object.
 */
async function main(cliScript: string, proxyScript: string, server: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const port = await freePort();
  const listening = await said([server, 'streamableHttp'], 'stderr', /port (\d+)/, { PORT: String(port) });
  const url = `http://127.0.0.1:${port}/mcp`;
  const proxy = await said([proxyScript, url], 'stdout', ADDRESS);
  const tap = await said([cliScript, 'tap', '--url', url, '--data', folder], 'stdout', ADDRESS);
  const ways = [
    await connected(url, listening.pid),
    await connected(proxy.text, proxy.pid),
    await connected(tap.text, tap.pid),
  ] as const;
  const report: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(LOADS)) report[name] = await compared(ways, load);
  for (const { client } of ways) await client.close();
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(report));
}

const ADDRESS = /http:\S+(?=\n)/;

/** Starts a script of Node; gives what of its output is looked for. */
async function said(
  args: readonly string[],
  from: 'stdout' | 'stderr',
  looked: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<{ text: string; pid: number }> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', from === 'stdout' ? 'pipe' : 'ignore', from === 'stderr' ? 'pipe' : 'ignore'],
    env: { ...process.env, ...env },
  });
  started.push(child);
  let output = '';
  const text = await new Promise<string>((resolve, reject) => {
    child[from]?.on('data', (chunk) => {
      output += String(chunk);
      const [found] = looked.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`${args.join(' ')} has ended: ${output}`)));
  });
  return { text, pid: child.pid ?? 0 };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** `fetch`, which sends a request again that met a connection just as its server closed it: none here has an effect. */
async function again(url: string | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!(error instanceof TypeError) || init?.signal?.aborted === true) throw error;
    return fetch(url, init);
  }
}

async function connected(url: string, pid: number): Promise<Way> {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: again }));
  return { client, pid };
}

const [cliScript = '', proxyScript = '', server = ''] = process.argv.slice(2);
await main(cliScript, proxyScript, server);
