import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { inRotation, median, ratioOf } from './in-turns.ts';

const ROUNDS = 24;
/** What does not count, at the least: each process has to be compiled first. */
const WARM_UP = { rounds: 9, calls: 1500 } as const;
/** What Linux counts the time of a process in, in microseconds. */
const TICK_US = 10_000;

/** What is measured: the server echoes a message of this many characters, this many calls at a time. */
export type Load = { readonly inFlight: number; readonly chars: number; readonly calls: number };

/** A client, and the process that stands between it and the server, or is the server. */
export type Way = { readonly client: Client; readonly pid: number };

/**
 * Calls a second through the tap, against the same through the thinnest proxy, and beside both without any: in turns,
 * each ratio the median of the rounds; and what each process in between computes for a call.
 */
export async function compared(
  ways: readonly [direct: Way, passed: Way, tapped: Way],
  load: Load,
): Promise<object> {
  const runs = ways.map(
    ({ client }) =>
      () =>
        callsPerSecond(client, load),
  );
  await inRotation(Math.max(WARM_UP.rounds, Math.ceil(WARM_UP.calls / load.calls)), runs);
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
