import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const ROUNDS = 9;

/** What is measured: the server echoes a message of so many characters, so many calls at a time. */
type Load = { readonly inFlight: number; readonly chars: number; readonly calls: number };

const LOADS: Readonly<Record<string, Load>> = {
  '16 in flight': { inFlight: 16, chars: 20, calls: 1500 },
  '64 in flight': { inFlight: 64, chars: 20, calls: 1500 },
  '4 in flight, 64 kB each way': { inFlight: 4, chars: 64_000, calls: 150 },
};
/** One at a time there is nothing but waiting: what counts is how much longer it takes. */
const ALONE: Load = { inFlight: 1, chars: 20, calls: 500 };

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
    const rounds = await inTurns(bare, tapped, load);
    report[name] = {
      bareCallsPerSecond: Math.round(median(rounds.map((round) => round.bare))),
      tappedCallsPerSecond: Math.round(median(rounds.map((round) => round.tapped))),
      ratio: Number(median(rounds.map((round) => round.tapped / round.bare)).toFixed(2)),
    };
  }
  const alone = await inTurns(bare, tapped, ALONE);
  const bareMs = median(alone.map((round) => 1000 / round.bare));
  const tappedMs = median(alone.map((round) => 1000 / round.tapped));
  report['one at a time'] = {
    bareMsPerCall: Number(bareMs.toFixed(3)),
    tappedMsPerCall: Number(tappedMs.toFixed(3)),
    addedMsPerCall: Number((tappedMs - bareMs).toFixed(3)),
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

/** Calls per second, round by round, after one round that does not count. */
async function inTurns(
  bare: Client,
  tapped: Client,
  load: Load,
): Promise<readonly { readonly bare: number; readonly tapped: number }[]> {
  await callsPerSecond(bare, load);
  await callsPerSecond(tapped, load);
  const rounds: { bare: number; tapped: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await callsPerSecond(bare, load), tapped: await callsPerSecond(tapped, load) });
  }
  return rounds;
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

const [cliScript = '', serverScript = '', ...serverArgs] = process.argv.slice(2);
await main(cliScript, serverScript, serverArgs);
