import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Commands } from '../../app/contract/commands.ts';
import { createHub } from '../../main/hub/hub.ts';
import { inTurns, median, ratioOf } from './in-turns.ts';

const ROUNDS = 15;
/** Long enough that what is judged and written behind the traffic falls into the round that caused it. */
const CALLS = 2000;
/** This many calls the compiler needs, of both clients and of both servers, until no round is quicker than the last. */
const WARM_UP = 6000;

/** A server and the tool that is called: one that costs next to nothing, and one that people use. */
type Server = { readonly name: string; readonly args: readonly string[]; readonly tool: Params };

type Params = { readonly name: string; readonly arguments: { readonly [name: string]: string } };

/** One way to call a tool; both ways drive a server of their own, made by the same command. */
type Caller = { call(): Promise<unknown>; close(): Promise<void> };

/**
 * Calls per second through the app's session with recording on, against the bare SDK client,
 * in turns and in one process. Prints one JSON object.
 */
async function main(labScript: string, reaperScript: string, everythingScript: string): Promise<void> {
  const servers: readonly Server[] = [
    {
      name: 'server-everything',
      args: [everythingScript, 'stdio'],
      tool: { name: 'echo', arguments: { message: 'hello' } },
    },
    { name: 'the error lab', args: [labScript], tool: { name: 'ok-text', arguments: {} } },
  ];
  const report: Record<string, unknown> = {};
  for (const server of servers) {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
    const bare = await bareCaller(server);
    const app = await appCaller(server, reaperScript, folder);
    for (const inFlight of [1, 16]) {
      report[`${server.name}, ${inFlight} in flight`] = await compared(bare, app, inFlight);
    }
    await bare.close();
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
  console.log(JSON.stringify(report));
}

async function compared(bare: Caller, app: Caller, inFlight: number): Promise<object> {
  await callsPerSecond(bare, WARM_UP, inFlight);
  await callsPerSecond(app, WARM_UP, inFlight);
  const cpu = { bare: [] as number[], app: [] as number[] };
  const rounds = await inTurns(
    ROUNDS,
    () => callsPerSecond(bare, CALLS, inFlight, cpu.bare),
    () => callsPerSecond(app, CALLS, inFlight, cpu.app),
  );
  return {
    bareCallsPerSecond: Math.round(median(rounds.map(({ base }) => base))),
    appCallsPerSecond: Math.round(median(rounds.map(({ ours }) => ours))),
    ...ratioOf(rounds),
    // What this process computes for a call, its writing to disk included: it hardly depends on other load.
    bareCpuMicroseconds: Math.round(median(cpu.bare)),
    appCpuMicroseconds: Math.round(median(cpu.app)),
  };
}

async function bareCaller({ args, tool }: Server): Promise<Caller> {
  const client = new Client({ name: 'bare', version: '0' }, { capabilities: {} });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }),
  );
  return {
    call: () => client.callTool(tool),
    close: () => client.close(),
  };
}

async function appCaller({ args, tool }: Server, reaperScript: string, dataFolder: string): Promise<Caller> {
  const hub = createHub({
    version: '0',
    host: 'loopback',
    dataFolder,
    lab: { command: process.execPath, args: [] },
    reaper: { command: process.execPath, args: [reaperScript] },
  });
  const commandLine = [process.execPath, ...args].map((arg) => `"${arg}"`).join(' ');
  const connected = await hub.commands.connect({ commandLine });
  if (!connected.ok) throw new Error(connected.error);
  const { session } = connected.value;
  await ready(hub.commands.hello, session);
  return {
    call: async () => {
      const end = await hub.commands.callTool({ session, ...tool });
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

/** `cpu` takes the microseconds of a call that this process computed. */
async function callsPerSecond(
  caller: Caller,
  calls: number,
  inFlight: number,
  cpu: number[] = [],
): Promise<number> {
  const used = process.cpuUsage();
  const started = performance.now();
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await caller.call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  cpu.push((user + system) / calls);
  return calls / seconds;
}

const [labScript = '', reaperScript = '', everythingScript = ''] = process.argv.slice(2);
await main(labScript, reaperScript, everythingScript);
