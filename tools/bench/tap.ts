import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { compared, type Load, type Way } from './proxied-calls.ts';

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

/**
 * The SDK's client with the tap in front of its server, against the same with the thinnest proxy there, and beside
 * both without any: in turns and in one run; each ratio is the median of the rounds. Prints one JSON object. With the
 * script of a telemetry receiver, the tap that sends there is measured against the tap that sends nothing.
 */
async function main(cliScript: string, other: string, isReceiver: boolean, server: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-bench-'));
  const node = process.execPath;
  const tap = (...options: readonly string[]) =>
    connected([node, cliScript, 'tap', '--data', folder, ...options, '--', node, ...server]);
  const bare = await connected([node, ...server]);
  const receiver = isReceiver ? spawn(node, [other], { stdio: ['ignore', 'pipe', 'inherit'] }) : undefined;
  const passed = await (receiver === undefined ? connected([node, other, node, ...server]) : tap());
  const tapped = await (receiver === undefined ? tap() : tap('--otlp', await firstLine(receiver.stdout)));
  const report: Record<string, unknown> = {};
  for (const [name, load] of Object.entries(LOADS))
    report[name] = await compared([bare, passed, tapped], load);
  for (const { client } of [bare, passed, tapped]) await client.close();
  receiver?.kill();
  await rm(folder, { recursive: true, force: true });
  console.log(JSON.stringify(report));
}

async function connected([command = '', ...args]: readonly string[]): Promise<Way> {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} });
  const transport = new StdioClientTransport({ command, args, stderr: 'ignore' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) return line;
  throw new Error('the receiver has no address');
}

const [cliScript = '', other = '', kind = '', ...server] = process.argv.slice(2);
await main(cliScript, other, kind === 'receiver', server);
