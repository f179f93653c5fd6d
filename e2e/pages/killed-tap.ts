import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { type KilledApp, readBack } from './killed-app.ts';
import { PROGRAM } from './run-program.ts';

const START_MS = 30_000;
const TICK_MS = 5;

/**
 * Kills the tap of an address some milliseconds after its client got the first event of a stream, or after its start if
 * `early`, and reads its recording. The loss is the time from the first missing event to the last one that the client
 * got: that long the tap continued without writing it.
 */
export async function killedTap(data: string, afterMs: number, early = false): Promise<KilledApp> {
  const server = createServer((_asked, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    let number = 0;
    const writing = setInterval(() => {
      number += 1;
      const params = { level: 'info', data: { number } };
      response.write(
        `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n\n`,
      );
    }, 1);
    response.on('close', () => clearInterval(writing));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const args = ['tap', '--url', `http://127.0.0.1:${port}/mcp`, '--data', data];
  const tap = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = once(tap, 'exit');
  const arrivals = arrivalsOf(tap.stdout);
  for (let waited = 0; !early && arrivals.length === 0 && waited < START_MS; waited += TICK_MS)
    await later(TICK_MS);
  await later(afterMs);
  const killedAt = Date.now();
  tap.kill('SIGKILL');
  await gone;
  server.closeAllConnections();
  server.close();
  const name = (await readdir(join(data, 'recordings')).catch(() => []))[0];
  if (name === undefined) return { file: undefined, read: 0, ...lossOf(arrivals, 0, killedAt), faults: [] };
  const file = join(data, 'recordings', name);
  const { numbers, faults } = await readBack(file);
  if (numbers.some((value, index) => value !== index + 1)) faults.push(`${file} lacks an event in between`);
  return { file, read: numbers.length, ...lossOf(arrivals, numbers.length, killedAt), faults };
}

/** When each event arrives at a client of the printed address. */
function arrivalsOf(printed: NodeJS.ReadableStream): readonly number[] {
  const arrivals: number[] = [];
  printed.once('data', (address) => {
    const asked = request(
      String(address).trim(),
      { headers: { Accept: 'text/event-stream' } },
      (response) => {
        response.on('error', () => undefined);
        response.on('data', (chunk) => {
          for (const _ of String(chunk).matchAll(/^data:/gm)) arrivals.push(Date.now());
        });
      },
    );
    asked.on('error', () => undefined).end();
  });
  return arrivals;
}

function lossOf(
  arrivals: readonly number[],
  read: number,
  killedAt: number,
): Pick<KilledApp, 'lostMs' | 'ageMs'> {
  const missing = arrivals[read];
  if (missing === undefined) return { lostMs: 0, ageMs: 0 };
  return {
    lostMs: Math.max(0, Math.min(killedAt, arrivals.at(-1) ?? 0) - missing),
    ageMs: killedAt - missing,
  };
}
