import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessEntry, type ProcessSystem, processSystem } from './process-system.ts';

/** How long a server may take after its stdin closed, and again after SIGTERM, in milliseconds. */
export const GRACE_MS = 1500;

/** The first and the longest pause between two looks, each of which reads about every process of the machine. */
const LOOK_MS = { first: 25, longest: 200 };

/**
 * A server's process, its process group, and its descendants that left the group. Process ids are given away anew:
 * only what is known to belong to the server is signalled, and what was seen once is known by its time of birth.
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
  async see(): Promise<void> {
    await this.#firstLook;
    await this.#look(!this.#hasExited);
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

function identity({ pid, born }: ProcessEntry): string {
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
