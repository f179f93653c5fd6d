import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { inRotation, median, ratioOf } from './in-turns.ts';

const ROUNDS = 24;
/** Rounds that do not count: each process has to be compiled first. */
const WARM_UP = 9;
/** What Linux counts the time of a process in, in microseconds. */
const TICK_US = 10_000;

/** What is measured: the server echoes a message of this many characters, this many calls at a time. */
type Load = { readonly inFlight: number; readonly chars: number; readonly calls: number };

/**
 * A round takes about a tenth of a second: many times the 16 ms for which the tap keeps its copies, so that what
 * it computes behind the traffic falls into the round that caused it.
 */
const LOADS: Readonly<Record<string, Load>> = {
  'one at a time': { inFlight: 1, chars: 20, calls: 1000 },
  '16 in flight': { inFlight: 16, chars: 20, calls: 3000 },
  '64 in flight': { inFlight: 64, chars: 20, calls: 3000 },
  '4 in flight, 64 kB each way': { inFlight: 4, chars: 64_000, calls: 200 },
};

/** A client and the process that it has spawned: the server itself, or what stands before it. */
type Way = { readonly client: Client; readonly pid: number };

/**
 * The SDK's client with the tap in front of its server, against the same with the thinnest proxy there, and beside
 * both without any: in turns and in one run; each ratio is the median of the rounds. Prints one JSON object.
 */
async function main(cliScript: string, proxyScript: string, server: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const node = process.execPath;
  const bare = await connected([node, ...server]);
  const passed = await connected([node, proxyScript, node, ...server]);
  const tapped = await connected([node, cliScript, 'tap', '--data', folder, '--', node, ...server]);
  const report: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(LOADS))
    report[name] = await compared([bare, passed, tapped], load);
  for (const { client } of [bare, passed, tapped]) await client.close();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(report));
}

async function connected([command = '', ...args]: readonly string[]): Promise<Way> {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} });
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

async function compared(ways: readonly [Way, Way, Way], load: Load): Promise<object> {
  const runs = ways.map(
    ({ client }) =>
      () =>
        callsPerSecond(client, load),
  );
  await inRotation(WARM_UP, runs);
  const before = await Promise.all(ways.map(({ pid }) => cpuTicks(pid)));
  const rounds = await inRotation(ROUNDS, runs);
  const after = await Promise.all(ways.map(({ pid }) => cpuTicks(pid)));
  const [direct, passed, tapped] = [0, 1, 2].map((way) => rounds.map((figures) => figures[way] ?? 0));
  if (direct === undefined || passed === undefined || tapped === undefined) throw new Error('no rounds');
  const pairs = (base: readonly number[]) =>
    base.map((figure, round) => ({ base: figure, ours: tapped[round] ?? 0 }));
  const cpu = (way: number) =>
    Math.round((((after[way] ?? 0) - (before[way] ?? 0)) * TICK_US) / (ROUNDS * load.calls));
  return {
    directCallsPerSecond: Math.round(median(direct)),
    passedCallsPerSecond: Math.round(median(passed)),
    tappedCallsPerSecond: Math.round(median(tapped)),
    ...ratioOf(pairs(passed)),
    ratioToDirect: ratioOf(pairs(direct)).ratio,
    // What the process in between computes for a call, its recording included: it hardly depends on other load.
    passedCpuMicroseconds: cpu(1),
    tappedCpuMicroseconds: cpu(2),
  };
}

/** The time that a process has computed, with all its threads; 0 where the system has no such file. */
async function cpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [utime = 0, stime = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return utime + stime;
}

async function callsPerSecond(client: Client, { inFlight, chars, calls }: Load): Promise<number> {
  const message = 'x'.repeat(chars);
  const started = performance.now();
  let left = calls;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await client.callTool({ name: 'echo', arguments: { message } });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (calls / (performance.now() - started)) * 1000;
}

const [cliScript = '', proxyScript = '', ...server] = process.argv.slice(2);
await main(cliScript, proxyScript, server);
