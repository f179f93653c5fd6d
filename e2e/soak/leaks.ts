import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { RunningApp } from '../pages/running-app.ts';
import { scriptedServer } from '../servers/server-paths.ts';
import { type Attack, later, number, scaled, skippedFor } from './attack.ts';
import { HostClient, isAnswering, startHost } from './host-client.ts';

const CALLS = 100_000;
const SESSIONS = 500;
const AT_ONCE = 32;
/** What is measured at the start comes after so many, when every part of the app is loaded. */
const WARM = 0.1;
/** A call is two rows that stay, of a few hundred bytes each with their texts. */
const MOST_BYTES_A_CALL = 4000;
/** A session that was closed leaves its recording on the disk and nothing else. */
const MOST_BYTES_A_SESSION = 200_000;
/** What the allocator holds back, whatever is asked of it. */
const SLACK_BYTES = 150_000_000;
const MOST_RATIO_OF_HANDLES = 1.2;

type Use = { readonly bytes: number; readonly handles: number; readonly processes: number };

/** Very many calls, and very many sessions that are closed again: nothing is left of them but what is shown. */
export const leaks: Attack = async (run) => {
  if (process.platform !== 'linux') return skippedFor('memory and handles are read from /proc');
  const app = await startHost();
  const failures: string[] = [];
  try {
    const client = await HostClient.connect(app);
    const calls = scaled(run, CALLS, 200);
    const session = await client.connectTo(scriptedServer('attacker'));
    await client.until(session, ({ state }) => state === 'ready');
    const call = async (): Promise<void> => {
      await client.call('callTool', { session, name: 'ok', arguments: {} });
    };
    await many(calls * WARM, AT_ONCE, call);
    const first = await useOf(app);
    await many(calls * (1 - WARM), AT_ONCE, call);
    const last = await useOf(app);
    failures.push(...grown('calls', first, last, calls * MOST_BYTES_A_CALL));
    run.note(`${number(calls)} calls: ${compared(first, last)}`);
    await client.call('close', { session });
    const sessions = scaled(run, SESSIONS, 10);
    const visit = async (): Promise<void> => {
      const name = await client.connectTo(scriptedServer('attacker'));
      await client.until(name, ({ state }) => state !== 'starting');
      await client.call('close', { session: name });
    };
    await many(sessions * WARM, 2, visit);
    const before = await useOf(app);
    await many(sessions * (1 - WARM), 2, visit);
    const after = await useOf(app);
    failures.push(...grown('sessions', before, after, sessions * MOST_BYTES_A_SESSION));
    run.note(`${number(sessions)} sessions: ${compared(before, after)}`);
    if (!(await isAnswering(app))) failures.push('the app answers nobody afterwards');
    client.close();
    const ratio = Math.max(last.bytes / first.bytes, after.bytes / before.bytes);
    return {
      count: `${number(calls)} calls, ${number(sessions)} sessions`,
      worst: `memory × ${ratio.toFixed(2)}`,
      failures,
    };
  } finally {
    await app.stop();
    await app.remove();
  }
};

async function many(count: number, atOnce: number, act: () => Promise<void>): Promise<void> {
  let left = Math.round(count);
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await act();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Once the app has come to rest: what it holds, and how many processes it has started that still run. */
async function useOf({ pid }: RunningApp): Promise<Use> {
  await later(3000);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const handles = readdirSync(`/proc/${pid}/fd`).length;
  return {
    bytes: 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]),
    handles,
    processes: await childrenOf(pid),
  };
}

async function childrenOf(pid: number): Promise<number> {
  const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of ps.stdout) text += chunk;
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

function grown(what: string, from: Use, to: Use, mostBytes: number): string[] {
  const failures: string[] = [];
  const bytes = to.bytes - from.bytes;
  if (bytes > mostBytes + SLACK_BYTES) failures.push(`${what}: the memory grew by ${number(bytes)} bytes`);
  if (to.handles > from.handles * MOST_RATIO_OF_HANDLES + 2)
    failures.push(`${what}: ${from.handles} open handles became ${to.handles}`);
  if (to.processes > from.processes)
    failures.push(`${what}: ${to.processes} processes run, not ${from.processes}`);
  return failures;
}

function compared(from: Use, to: Use): string {
  const memory = `memory ${number(from.bytes / 1e6)} MB to ${number(to.bytes / 1e6)} MB (× ${(to.bytes / from.bytes).toFixed(2)})`;
  return `${memory}, handles ${from.handles} to ${to.handles}, processes ${from.processes} to ${to.processes}`;
}
