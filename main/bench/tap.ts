import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { inTurns, median, type Round, ratioOf } from './in-turns.ts';

const ROUNDS = 25;
/** Rounds that do not count: three processes have to be compiled first. */
const WARM_UP = 12;

/** What is measured: the server echoes a message of so many characters, so many calls at a time. */
type Load = { readonly inFlight: number; readonly chars: number; readonly calls: number };

/**
 * A round takes about a tenth of a second: many times the 16 ms for which the tap keeps its copies, so that what
 * it computes behind the traffic falls into the round that caused it.
 */
const LOADS: Readonly<Record<string, Load>> = {
  '16 in flight': { inFlight: 16, chars: 20, calls: 4000 },
  '64 in flight': { inFlight: 64, chars: 20, calls: 4000 },
  '4 in flight, 64 kB each way': { inFlight: 4, chars: 64_000, calls: 300 },
};
/** One at a time there is nothing but waiting: what counts is how much longer it takes. */
const ALONE: Load = { inFlight: 1, chars: 20, calls: 1000 };

/**
 * The bare SDK client with the tap in front of its server, against the same client without it, in turns
 * and in one run; each ratio is the median of the rounds. Prints one JSON object.
 */
async function main(cliScript: string, serverScript: string, serverArgs: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const server = [process.execPath, serverScript, ...serverArgs];
  const bare = await connected(server);
  const tapped = await connected([process.execPath, cliScript, 'tap', '--data', folder, '--', ...server]);
  const report: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(LOADS)) {
    const rounds = await compared(bare, tapped, load);
    report[name] = {
      bareCallsPerSecond: Math.round(median(rounds.map(({ base }) => base))),
      tappedCallsPerSecond: Math.round(median(rounds.map(({ ours }) => ours))),
      ...ratioOf(rounds),
    };
  }
  const alone = await compared(bare, tapped, ALONE);
  const bareMs = median(alone.map(({ base }) => 1000 / base));
  const addedMs = median(alone.map(({ base, ours }) => 1000 / ours - 1000 / base));
  report['one at a time'] = {
    bareMsPerCall: Number(bareMs.toFixed(3)),
    addedMsPerCall: Number(addedMs.toFixed(3)),
    ...ratioOf(alone),
  };
  await bare.close();
  await tapped.close();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(report));
}

async function connected([command = '', ...args]: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} });
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  return client;
}

/** Calls per second, round by round. */
async function compared(bare: Client, tapped: Client, load: Load): Promise<Round[]> {
  const [base, ours] = [() => callsPerSecond(bare, load), () => callsPerSecond(tapped, load)];
  await inTurns(WARM_UP, base, ours);
  return inTurns(ROUNDS, base, ours);
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

const [cliScript = '', serverScript = '', ...serverArgs] = process.argv.slice(2);
await main(cliScript, serverScript, serverArgs);
