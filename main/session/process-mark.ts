import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { processStat } from './process-system.ts';
import { GRACE_MS, goneWithin } from './process-tree.ts';

/** What every process that a server starts inherits, also one that leaves its group, its session and its parent. */
const VARIABLE = 'TIERSCOPE_SERVER';

/** Rounds of SIGKILL: a process may start another while it is signalled. */
const KILL_ROUNDS = 4;
/** How often, and how long after one another in milliseconds, a process is looked at that becomes another program. */
const LOOKS = 100;
const LOOK_MS = 2;
/** The process id of kthreadd, the parent of all others. */
const KERNEL_THREADS = 2;

/** A process that went on when its server was gone, and whether it could be ended. */
export type Outlived = { readonly pid: number; readonly name: string; readonly isEnded: boolean };

/** A process that carries a mark; `born` distinguishes it from a later one with the same id. */
type MarkedProcess = { readonly pid: number; readonly name: string; readonly born: string };

/** A mark for one run of one server. */
export function newMark(): string {
  return randomUUID();
}

/** The variable that marks a server. A server that this app was started by keeps its own mark in it. */
export function markVariable(mark: string, inherited = process.env[VARIABLE] ?? ''): Record<string, string> {
  return { [VARIABLE]: inherited === '' ? mark : `${inherited}:${mark}` };
}

/** The processes that carry a mark, this one aside. Linux only: other systems show no other process's variables. */
export async function markedProcesses(mark: string): Promise<MarkedProcess[]> {
  if (process.platform !== 'linux') return [];
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(names.map((name) => markedProcess(name, mark)));
  return found.filter((one) => one !== undefined);
}

async function markedProcess(name: string, mark: string): Promise<MarkedProcess | undefined> {
  const variables = await variablesOf(name);
  const value = variables.split('\0').find((variable) => variable.startsWith(`${VARIABLE}=`));
  if (
    value
      ?.slice(VARIABLE.length + 1)
      .split(':')
      .includes(mark) !== true
  )
    return undefined;
  const stat = processStat(Number(name));
  return stat === undefined || stat.isDead
    ? undefined
    : { pid: Number(name), name: stat.name, born: stat.born };
}

/** Empty if they cannot be read, which is so for another user's process and for one that is gone. */
async function variablesOf(name: string): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const variables = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => undefined);
    if (variables !== '') return variables ?? '';
    // A process that just becomes another program shows none for a moment; a thread of the kernel never has any.
    const stat = processStat(Number(name));
    if (stat === undefined || stat.isDead || stat.hasVariables === false) break;
    if (stat.parent === KERNEL_THREADS || name === String(KERNEL_THREADS)) break;
    await pause(LOOK_MS);
  }
  return '';
}

/**
 * Ends every process that carries the mark of a server that is gone: waits `patienceMs`, then SIGTERM, waits
 * `graceMs`, then SIGKILL. Gives those that had to be signalled. Only what carries the mark is ever signalled.
 */
export async function endMarked(
  mark: string,
  { patienceMs = 0, graceMs = GRACE_MS }: { patienceMs?: number; graceMs?: number | undefined } = {},
): Promise<Outlived[]> {
  const outlived = new Map<string, MarkedProcess>();
  let left = await markedProcesses(mark);
  if (left.length === 0) return [];
  if (patienceMs > 0) {
    await goneWithin(async () => anyRuns(left), patienceMs);
    left = await markedProcesses(mark);
  }
  for (let round = 0; round <= KILL_ROUNDS && left.length > 0; round += 1) {
    for (const known of left) {
      outlived.set(identity(known), known);
      signalSame(known, round === 0 ? 'SIGTERM' : 'SIGKILL');
    }
    const signalled = left;
    await goneWithin(async () => anyRuns(signalled), graceMs);
    left = await markedProcesses(mark);
  }
  const remaining = new Set(left.map(identity));
  return [...outlived.values()].map((known) => ({
    pid: known.pid,
    name: known.name,
    isEnded: !remaining.has(identity(known)),
  }));
}

/** One sentence for the log. */
export function outlivedText({ pid, name, isEnded }: Outlived): string {
  return `process ${pid} (${name}) outlived its server and ${isEnded ? 'was ended' : 'could not be ended'}`;
}

function anyRuns(processes: readonly MarkedProcess[]): boolean {
  return processes.some(isSame);
}

/** Between this look and the signal nothing else runs here: a number given away anew is not signalled. */
function signalSame(known: MarkedProcess, signal: NodeJS.Signals): void {
  if (!isSame(known)) return;
  try {
    process.kill(known.pid, signal);
  } catch {
    // Gone, or not allowed to be ended: the next look says which.
  }
}

function isSame({ pid, born }: MarkedProcess): boolean {
  const stat = processStat(pid);
  return stat?.born === born && !stat.isDead;
}

function identity({ pid, born }: MarkedProcess): string {
  return `${pid} ${born}`;
}
