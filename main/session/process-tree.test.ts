import { beforeEach, describe, expect, it } from 'vitest';
import { type ProcessEntry, type ProcessSystem, timeMs } from './process-system.ts';
import { ServerTree } from './process-tree.ts';

const ROOT = 100;

/** A machine with processes that the test starts and ends, and whose ids it reuses. */
class Machine implements ProcessSystem {
  readonly knowsEach: boolean;
  readonly signals: string[] = [];
  #entries: ProcessEntry[] = [];
  #births = 0;
  /** Called after a full list was read, before it is used. */
  afterLook = (): void => undefined;

  constructor(knowsEach: boolean) {
    this.knowsEach = knowsEach;
  }

  start(pid: number, parent: number, group = pid): void {
    this.#births += 1;
    this.#entries.push({ pid, parent, group, born: String(this.#births), isDead: false, cpuMs: 0 });
  }

  /** Ends a process; its children are reparented to the first process. */
  end(pid: number): void {
    this.#entries = this.#entries
      .filter((entry) => entry.pid !== pid)
      .map((entry) => (entry.parent === pid ? { ...entry, parent: 1 } : entry));
  }

  dieUnreaped(pid: number): void {
    this.#entries = this.#entries.map((entry) => (entry.pid === pid ? { ...entry, isDead: true } : entry));
  }

  async all(): Promise<readonly ProcessEntry[]> {
    const entries = this.#entries;
    this.afterLook();
    return entries;
  }

  bornNow(pid: number): string | undefined {
    return this.knowsEach ? this.#entries.find((entry) => entry.pid === pid)?.born : undefined;
  }

  signal(pid: number, signal: string): void {
    this.signals.push(`${signal} ${pid}`);
  }
}

describe.each([
  ['tells of each process at once', true],
  ['tells of all processes together', false],
])('on a system that %s, a server', (_, knowsEach) => {
  let machine: Machine;
  let tree: ServerTree;
  beforeEach(async () => {
    machine = new Machine(knowsEach);
    machine.start(ROOT, 50);
    tree = new ServerTree(ROOT, machine);
    await tree.see();
  });

  it('is signaled as a group, and each descendant outside of the group', async () => {
    machine.start(101, ROOT, ROOT);
    machine.start(102, 101);
    machine.start(103, 102);
    machine.start(900, 50);
    await tree.end(0);
    const [term, kill] = ['SIGTERM', 'SIGKILL'].map((signal) =>
      [-ROOT, 102, 103].map((pid) => `${signal} ${pid}`),
    );
    expect(machine.signals).toEqual([...(term ?? []), ...(kill ?? [])]);
  });

  it('that left nothing is not signaled, nor is who got its id', async () => {
    machine.end(ROOT);
    await tree.exited();
    machine.start(ROOT, 1);
    machine.start(101, ROOT, ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([]);
  });

  it('whose exit nobody reported is not mixed up with who got its id', async () => {
    machine.end(ROOT);
    machine.start(ROOT, 1);
    machine.start(101, ROOT, ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([]);
  });

  it('is not mixed up with the group of its id that its later leader has left', async () => {
    machine.end(ROOT);
    await tree.exited();
    machine.start(ROOT, 1);
    machine.start(101, ROOT, ROOT);
    machine.end(ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([]);
  });

  it('leaves members of its group that are ended after it, those too that they start', async () => {
    machine.start(101, ROOT, ROOT);
    machine.end(ROOT);
    await tree.exited();
    machine.start(102, 101, ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([`SIGTERM ${-ROOT}`, `SIGKILL ${-ROOT}`]);
  });

  it('leaves a descendant with another parent, which is ended, and not who got its id', async () => {
    machine.start(101, ROOT);
    machine.start(102, ROOT);
    await tree.see();
    machine.end(ROOT);
    machine.end(102);
    await tree.exited();
    machine.start(102, 1);
    await tree.end(0);
    expect(machine.signals).toEqual(['SIGTERM 101', 'SIGKILL 101']);
  });

  it('is gone if only its dead, which nobody has reaped, are left', async () => {
    machine.dieUnreaped(ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([]);
  });

  it('that is dead and not reaped still leads its group', async () => {
    machine.dieUnreaped(ROOT);
    machine.start(101, 1, ROOT);
    await tree.end(0);
    expect(machine.signals).toEqual([`SIGTERM ${-ROOT}`, `SIGKILL ${-ROOT}`]);
  });
});

it('who gets an id between the look and the signal is not signaled', async () => {
  const machine = new Machine(true);
  machine.start(ROOT, 50);
  machine.start(101, ROOT);
  const tree = new ServerTree(ROOT, machine);
  let looks = 0;
  machine.afterLook = () => {
    looks += 1;
    // The first is the snapshot, the second checks whether anything is left, the third precedes the signal.
    if (looks !== 3) return;
    for (const pid of [ROOT, 101]) {
      machine.end(pid);
      machine.start(pid, 1);
    }
  };
  await tree.end(0);
  expect(looks).toBeGreaterThan(3);
  expect(machine.signals).toEqual([]);
});

it('a process that had its id before it was looked for is not taken for the server', async () => {
  const machine = new Machine(true);
  const tree = new ServerTree(ROOT, machine);
  machine.start(ROOT, 1);
  await tree.end(0);
  expect(machine.signals).toEqual([]);
});

describe('timeMs', () => {
  it('reads the processor times of macOS and of Linux', () => {
    expect(timeMs('1:02.50')).toBe(62_500);
    expect(timeMs('01:01:02')).toBe(3_662_000);
  });
});
