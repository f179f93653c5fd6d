import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessEntry, type ProcessSystem, processStat, processSystem } from './process-system.ts';

/** How long a server may take after its stdin closed, and again after SIGTERM, in milliseconds. */
export const GRACE_MS = 1500;

/** The first and the longest pause between two looks, each of which reads about every process of the machine. */
const LOOK_MS = { first: 25, longest: 200 };

/**
 * A server's process, its process group, and its descendants that left the group. Process ids are reused:
 * only what is known to belong to the server is signaled, and what was seen once is known by its time of birth.
 */
export class ServerTree {
  readonly #root: number;
  readonly #system: ProcessSystem;
  readonly #known = new Set<string>();
  /** When the root was born; undefined until it has been seen. */
  #born: string | undefined;
  readonly #firstLook: Promise<void>;
  #hasExited = false;

  /** `root` has just been started, in a group of its own. */
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

  /** Takes a look at it while its root runs: once that is dead, its children no longer name it. */
  async see(): Promise<readonly ProcessEntry[]> {
    await this.#firstLook;
    return this.#look(!this.#hasExited);
  }

  /**
   * The root has exited this moment, and its id is free: takes a last look at its group, whose members nothing else
   * connects to it.
   */
  async exited(): Promise<void> {
    this.#hasExited = true;
    await this.#look(true);
  }

  /** Waits until nothing of it is left, then sends SIGTERM, waits, sends SIGKILL and waits, `graceMs` each. */
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
    // From the second look to the signal nothing else runs here.
    const same = alive.filter((entry) => this.#isSame(entry));
    const inGroup = same.filter(({ group }) => group === this.#root);
    if (inGroup.length > 0) this.#system.signal(-this.#root, signal);
    for (const entry of same) if (entry.group !== this.#root) this.#system.signal(entry.pid, signal);
  }

  #isSame({ pid, born }: ProcessEntry): boolean {
    return !this.#system.knowsEach || this.#system.bornNow(pid) === born;
  }

  /**
   * Takes in what belongs to the server by now, and gives what of it is alive. `wasThere` says that the root was there
   * a moment ago, too short a time for its group's id to have become another's.
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

/** Waits until nothing is alive, or as many milliseconds; true if nothing is. */
export async function goneWithin(isAlive: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  let waited = 0;
  for (let pauseMs = LOOK_MS.first; waited < limitMs; pauseMs = Math.min(2 * pauseMs, LOOK_MS.longest)) {
    if (!(await isAlive())) return true;
    await pause(pauseMs);
    waited += pauseMs;
  }
  return !(await isAlive());
}

/** What every process that a server starts inherits, also one that leaves its group, its session and its parent. */
const VARIABLE = 'TIERSCOPE_SERVER';

/** Rounds of SIGKILL: a process may start another while it is signaled. */
const KILL_ROUNDS = 4;
/** How often, and how long after one another in milliseconds, a process is looked at that becomes another program. */
const LOOKS = 100;
const ENVIRON_LOOK_MS = 2;
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
    await pause(ENVIRON_LOOK_MS);
  }
  return '';
}

/**
 * Ends every process that carries the mark of a server that is gone: waits `patienceMs`, then SIGTERM, waits
 * `graceMs`, then SIGKILL. Gives those that had to be signaled. Only what carries the mark is ever signaled.
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

/** Between this look and the signal nothing else runs here: a number reused is not signaled. */
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
