import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessEntry, type ProcessSystem, processStat, processSystem } from './process-system.ts';

/** How long a server may take after its stdin is closed, and again after SIGTERM, in milliseconds. */
export const GRACE_MS = 1500;

/** The first and the longest pause between two scans, each of which reads nearly every process. */
const LOOK_MS = { first: 25, longest: 200 };

/**
 * A server's process, its process group, and descendants that left the group. Process ids are reused: only processes
 * known to belong to the server are signaled, and they are identified by their birth time.
 */
export class ServerTree {
  readonly #root: number;
  readonly #system: ProcessSystem;
  readonly #known = new Set<string>();
  /** The birth time of the root; undefined until it was seen. */
  #born: string | undefined;
  readonly #firstLook: Promise<void>;
  #hasExited = false;

  /** `root` was just started, in its own group. */
  constructor(root: number, system: ProcessSystem = processSystem) {
    this.#root = root;
    this.#system = system;
    this.#born = system.bornNow(root);
    this.#firstLook = system.knowsEach ? Promise.resolve() : this.#findRoot();
  }

  async #findRoot(): Promise<void> {
    const entries = await this.#system.all(this.#root);
    if (!this.#hasExited) this.#born = entries.find(({ pid }) => pid === this.#root)?.born;
  }

  /** Scans the tree while its root runs: once it is dead, its children no longer name it. */
  async see(): Promise<readonly ProcessEntry[]> {
    await this.#firstLook;
    return this.#look(!this.#hasExited);
  }

  /** The root has just exited and its id is free: scans its group one last time, the only link to its members. */
  async exited(): Promise<void> {
    this.#hasExited = true;
    await this.#look(true);
  }

  /** Waits for all processes to exit, then sends SIGTERM, waits, sends SIGKILL and waits, `graceMs` each. */
  async end(graceMs = GRACE_MS): Promise<void> {
    await this.see();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#goneWithin(graceMs)) return;
      await this.#signal(signal);
    }
    await this.#goneWithin(graceMs);
  }

  #goneWithin(limitMs: number): Promise<boolean> {
    return goneWithin(async () => (await this.#look(false)).length > 0, limitMs);
  }

  async #signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const alive = await this.#look(false);
    // No other code runs between the second check and the signal.
    const same = alive.filter((entry) => this.#isSame(entry));
    const inGroup = same.filter(({ group }) => group === this.#root);
    if (inGroup.length > 0) this.#system.signal(-this.#root, signal);
    for (const entry of same) if (entry.group !== this.#root) this.#system.signal(entry.pid, signal);
  }

  #isSame({ pid, born }: ProcessEntry): boolean {
    return !this.#system.knowsEach || this.#system.bornNow(pid) === born;
  }

  /**
   * Adds new processes of the server, and returns its live ones. `wasThere`: the root existed a moment ago, too
   * recently for its group id to be reused.
   */
  async #look(wasThere: boolean): Promise<readonly ProcessEntry[]> {
    const entries = await this.#system.all(this.#root);
    const leader = entries.find(({ pid }) => pid === this.#root);
    const isRoot = leader !== undefined && !this.#hasExited && leader.born === this.#born;
    if (isRoot) this.#known.add(identity(leader));
    const ours = entries.filter((entry) => this.#known.has(identity(entry)));
    const members = entries.filter(({ group }) => group === this.#root);
    // An id stays taken as long as a process or a group has it.
    const isOurGroup = leader === undefined ? wasThere || ours.some((one) => members.includes(one)) : isRoot;
    const found = new Set(isOurGroup ? [...ours, ...members] : ours);
    for (const one of found) for (const entry of entries) if (entry.parent === one.pid) found.add(entry);
    for (const one of found) this.#known.add(identity(one));
    return [...found].filter(({ isDead }) => !isDead);
  }
}

function identity({ pid, born }: Pick<ProcessEntry, 'pid' | 'born'>): string {
  return `${pid} ${born}`;
}

/** Waits until nothing is alive, for at most `limitMs`; true if nothing is. */
export async function goneWithin(isAlive: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  let waited = 0;
  for (let pauseMs = LOOK_MS.first; waited < limitMs; pauseMs = Math.min(2 * pauseMs, LOOK_MS.longest)) {
    if (!(await isAlive())) return true;
    await pause(pauseMs);
    waited += pauseMs;
  }
  return !(await isAlive());
}

/** Inherited by every process that a server starts, even one that leaves its group, session and parent. */
const VARIABLE = 'TIERSCOPE_SERVER';

/** Rounds of SIGKILL: a process may start another one while being signaled. */
const KILL_ROUNDS = 4;
/** How often to check a process during an exec, and how many milliseconds apart. */
const LOOKS = 100;
const ENVIRON_LOOK_MS = 2;
/** The process id of kthreadd, the parent of all kernel threads. */
const KERNEL_THREADS = 2;

/** A process that outlived its server, and whether it could be ended. */
export type Outlived = { readonly pid: number; readonly name: string; readonly isEnded: boolean };

/** A process with a mark; `born` tells it from a later one with the same id. */
type MarkedProcess = { readonly pid: number; readonly name: string; readonly born: string };

export function newMark(): string {
  return randomUUID();
}

/** The variable that marks a server. If this app was itself started by a marked server, that mark is kept. */
export function markVariable(mark: string, inherited = process.env[VARIABLE] ?? ''): Record<string, string> {
  return { [VARIABLE]: inherited === '' ? mark : `${inherited}:${mark}` };
}

/** The other processes with a mark. Linux only: other systems hide a process's variables. */
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

/** Empty if unreadable, as for a process that is gone or belongs to another user. */
async function variablesOf(name: string): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const variables = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => undefined);
    if (variables !== '') return variables ?? '';
    // A process shows no variables for a moment during an exec; a kernel thread never has any.
    const stat = processStat(Number(name));
    if (stat === undefined || stat.isDead || stat.hasVariables === false) break;
    if (stat.parent === KERNEL_THREADS || name === String(KERNEL_THREADS)) break;
    await pause(ENVIRON_LOOK_MS);
  }
  return '';
}

/**
 * Ends every process with the mark of a server that is gone: waits `patienceMs`, sends SIGTERM, waits `graceMs`, then
 * sends SIGKILL. Returns those that had to be signaled. Only marked processes are ever signaled.
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
    const signaled = left;
    await goneWithin(async () => anyRuns(signaled), graceMs);
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

/** No other code runs between this check and the signal, so a reused id is not signaled. */
function signalSame(known: MarkedProcess, signal: NodeJS.Signals): void {
  if (!isSame(known)) return;
  try {
    process.kill(known.pid, signal);
  } catch {
    // Gone, or not permitted: the next check tells which.
  }
}

function isSame({ pid, born }: MarkedProcess): boolean {
  const stat = processStat(pid);
  return stat?.born === born && !stat.isDead;
}
