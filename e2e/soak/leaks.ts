import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningApp } from '../pages/running-app.ts';
import { scriptedServer } from '../servers/server-paths.ts';
import { type Attack, later, number, type Outcome, type SoakRun, scaled, skippedFor } from './attack.ts';
import { HostClient, isAnswering, startHostWith } from './host-client.ts';

const CALLS = 100_000;
const SESSIONS = 500;
const AT_ONCE = 32;
/** The baseline is measured after this share of the calls, when every part of the app is loaded. */
const WARM = 0.1;
/** The program's memory after garbage collection. A call keeps two rows, and the places of two records. */
const MAX_HELD = { call: 250, session: 6000 };
/** Code that is compiled late, and caches that fill up. */
const HELD_SLACK = 2_500_000;
/** Memory given to the process, which the allocator returns late or never. */
const MAX_RESIDENT = { call: 1500, session: 100_000 };
const RESIDENT_SLACK = 80_000_000;
const MAX_RATIO_OF_HANDLES = 1.2;
const LIMIT_MS = 30_000;

type Use = {
  /** Bytes in the program's own memory, without garbage. */
  readonly held: number;
  /** The resident memory of the process, in bytes. */
  readonly resident: number;
  /** Open files, sockets, pipes, and everything else that keeps the program alive, including timers. */
  readonly handles: number;
  readonly processes: number;
};

/** Very many calls, and very many sessions that are closed again: only what is shown remains. */
export const leaks: Attack = {
  run: watched,
  planted: [
    {
      fault: 'a kilobyte kept of each call',
      plant: 'kept-array',
      args: ['--scale', '0.03'],
      found: /calls: what the app holds grew by/,
    },
    {
      fault: 'a file left open by each call',
      plant: 'kept-handle',
      args: ['--scale', '0.003'],
      found: /calls: \d+ open handles became/,
    },
    {
      fault: 'a timer left by each call',
      plant: 'kept-timer',
      args: ['--scale', '0.003'],
      found: /calls: \d+ open handles became/,
    },
  ],
};

async function watched(run: SoakRun): Promise<Outcome> {
  if (process.platform !== 'linux') return skippedFor('memory and handles are read from /proc');
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-soak-leaks-'));
  const probe = new Probe(join(folder, 'use'));
  const app = await probe.start();
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
    const first = await probe.use(app);
    await many(calls * (1 - WARM), AT_ONCE, call);
    const last = await probe.use(app);
    failures.push(...grown('call', calls, first, last));
    run.note(`${number(calls)} calls: ${compared(first, last)}`);
    await client.call('close', { session });
    const sessions = scaled(run, SESSIONS, 10);
    const visit = async (): Promise<void> => {
      const name = await client.connectTo(scriptedServer('attacker'));
      await client.until(name, ({ state }) => state !== 'starting');
      await client.call('close', { session: name });
    };
    await many(sessions * WARM, 2, visit);
    const before = await probe.use(app);
    await many(sessions * (1 - WARM), 2, visit);
    const after = await probe.use(app);
    failures.push(...grown('session', sessions, before, after));
    run.note(`${number(sessions)} sessions: ${compared(before, after)}`);
    if (!(await isAnswering(app))) failures.push('the app answers nobody afterwards');
    client.close();
    const each = [(last.held - first.held) / calls, (after.held - before.held) / sessions].map(number);
    return {
      count: `${number(calls)} calls, ${number(sessions)} sessions`,
      worst: `${each[0]} bytes a call, ${each[1]} a session`,
      failures,
    };
  } finally {
    await app.stop();
    await app.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

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

/** Asks the app itself about its resources. */
class Probe {
  readonly #file: string;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  start(): Promise<RunningApp> {
    const script = new URL('./use-probe.js', import.meta.url);
    return startHostWith(script, 'TIERSCOPE_SOAK_USE', this.#file);
  }

  /** The resources of the app at rest, including processes that it started and that still run. */
  async use({ pid }: RunningApp): Promise<Use> {
    await later(3000);
    process.kill(pid, 'SIGUSR2');
    this.#asked += 1;
    const file = `${this.#file}.${this.#asked}`;
    for (let waited = 0; !existsSync(file); waited += 50) {
      if (waited > LIMIT_MS) throw new Error('the app does not say what it holds');
      await later(50);
    }
    const { held, resident, resources } = JSON.parse(readFileSync(file, 'utf8'));
    const files = readdirSync(`/proc/${pid}/fd`).length;
    return { held, resident, handles: files + resources, processes: await childrenOf(pid) };
  }
}

async function childrenOf(pid: number): Promise<number> {
  const ps = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  for await (const chunk of ps.stdout) text += chunk;
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

function grown(what: 'call' | 'session', count: number, from: Use, to: Use): string[] {
  const failures: string[] = [];
  const [held, resident] = [to.held - from.held, to.resident - from.resident];
  if (held > count * MAX_HELD[what] + HELD_SLACK)
    failures.push(`${what}s: what the app holds grew by ${number(held)} bytes`);
  if (resident > count * MAX_RESIDENT[what] + RESIDENT_SLACK)
    failures.push(`${what}s: the memory of the process grew by ${number(resident)} bytes`);
  if (to.handles > from.handles * MAX_RATIO_OF_HANDLES + 2)
    failures.push(`${what}s: ${from.handles} open handles became ${to.handles}`);
  if (to.processes > from.processes)
    failures.push(`${what}s: ${to.processes} processes run, not ${from.processes}`);
  return failures;
}

function compared(from: Use, to: Use): string {
  const change = (one: number, other: number): string =>
    `${(one / 1e6).toFixed(1)} MB to ${(other / 1e6).toFixed(1)} MB`;
  const memory = `held ${change(from.held, to.held)}, resident ${change(from.resident, to.resident)}`;
  return `${memory}, handles ${from.handles} to ${to.handles}, processes ${from.processes} to ${to.processes}`;
}
