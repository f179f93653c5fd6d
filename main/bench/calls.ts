import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Commands } from '../../app/contract/commands.ts';
import { createHub } from '../hub/hub.ts';

const ROUNDS = 5;
const CALLS = 1500;
const WARM_UP = 300;

/** One way to call a tool; both ways drive a server of their own, made by the same command. */
type Caller = { call(): Promise<unknown>; close(): Promise<void> };

/**
 * Calls per second through the app's session with recording on, against the bare SDK client,
 * in turns and in one process. Prints one JSON object.
 */
async function main(labScript: string, reaperScript: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const bare = await bareCaller(labScript);
  const app = await appCaller(labScript, reaperScript, folder);
  const report: Record<string, unknown> = {};
  for (const inFlight of [1, 16]) {
    await callsPerSecond(bare, WARM_UP, inFlight);
    await callsPerSecond(app, WARM_UP, inFlight);
    const rounds = { bare: [] as number[], app: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.bare.push(await callsPerSecond(bare, CALLS, inFlight));
      rounds.app.push(await callsPerSecond(app, CALLS, inFlight));
    }
    const [bareRate, appRate] = [median(rounds.bare), median(rounds.app)];
    report[`${inFlight} in flight`] = {
      bareCallsPerSecond: Math.round(bareRate),
      appCallsPerSecond: Math.round(appRate),
      ratio: Number((appRate / bareRate).toFixed(2)),
    };
  }
  await bare.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(report));
}

async function bareCaller(labScript: string): Promise<Caller> {
  const client = new Client({ name: 'bare', version: '0' }, { capabilities: {} });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [labScript], stderr: 'ignore' }),
  );
  return {
    call: () => client.callTool({ name: 'ok-text', arguments: {} }),
    close: () => client.close(),
  };
}

async function appCaller(labScript: string, reaperScript: string, dataFolder: string): Promise<Caller> {
  const hub = createHub({
    version: '0',
    host: 'loopback',
    dataFolder,
    lab: { command: process.execPath, args: [labScript], env: {} },
    reaperScript,
    node: { command: process.execPath, env: {} },
  });
  const connected = await hub.commands.connect({ commandLine: `"${process.execPath}" "${labScript}"` });
  if (!connected.ok) throw new Error(connected.error);
  const { session } = connected.value;
  await ready(hub.commands.hello, session);
  return {
    call: async () => {
      const end = await hub.commands.callTool({ session, name: 'ok-text', arguments: {} });
      if (!end.ok || end.value.failure !== '') throw new Error('a call of the benchmark failed');
    },
    close: () => hub.dispose(),
  };
}

async function ready(hello: Commands['hello'], session: string): Promise<void> {
  for (;;) {
    const state = (await hello({})).sessions.find((one) => one.session === session)?.state;
    if (state === 'ready') return;
    if (state !== 'starting') throw new Error(`the session is ${state}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function callsPerSecond(caller: Caller, calls: number, inFlight: number): Promise<number> {
  const started = performance.now();
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await caller.call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (calls / (performance.now() - started)) * 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

const [labScript = '', reaperScript = ''] = process.argv.slice(2);
await main(labScript, reaperScript);
