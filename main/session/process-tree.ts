import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process, its parent and its group; `born` distinguishes a process from a later one with the same id. */
type ProcessEntry = KnownProcess & { readonly parent: number; readonly group: number };

/** A process that may be signalled later, if it is still the same one. */
type KnownProcess = { readonly pid: number; readonly born: string };

/** All processes below `root`, also those that left its process group; `root` itself comes first. */
export async function processTree(root: number): Promise<KnownProcess[]> {
  const entries = await allProcesses();
  const tree: KnownProcess[] = entries.filter((entry) => entry.pid === root);
  for (const known of tree) tree.push(...entries.filter((entry) => entry.parent === known.pid));
  return tree;
}

/** Signals a server's process group and every process of `tree` that is still the same one. */
async function signalTree(
  root: number,
  tree: readonly KnownProcess[],
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  if (process.platform === 'win32') {
    if (signal === 'SIGKILL')
      await run('taskkill', ['/pid', String(root), '/T', '/F']).catch(() => undefined);
    return;
  }
  trySignal(-root, signal);
  const alive = new Set((await allProcesses()).map(identity));
  for (const known of tree) if (alive.has(identity(known))) trySignal(known.pid, signal);
}

/** True while a process of the group or of the tree runs; the dead that nobody has reaped do not count. */
async function treeIsAlive(root: number, tree: readonly KnownProcess[]): Promise<boolean> {
  const entries = await allProcesses();
  if (entries.some((entry) => entry.group === root)) return true;
  const alive = new Set(entries.map(identity));
  return tree.some((known) => alive.has(identity(known)));
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already: that is what the signal was for.
  }
}

function identity(known: KnownProcess): string {
  return `${known.pid} ${known.born}`;
}

async function allProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === 'linux') return linuxProcesses();
  if (process.platform === 'win32') return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,lstart=']).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*\S)/.exec(line);
    if (match === null) return [];
    const [pid = 0, parent = 0, group = 0] = match.slice(1, 4).map(Number);
    return [{ pid, parent, group, born: match[4] ?? '' }];
  });
}

async function linuxProcesses(): Promise<ProcessEntry[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(names.map(linuxProcess));
  return entries.filter((entry) => entry !== undefined);
}

async function linuxProcess(name: string): Promise<ProcessEntry | undefined> {
  const stat = processStat(await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''));
  return stat === undefined ? undefined : { pid: Number(name), ...stat };
}

/**
 * Reads a line of proc_pid_stat(5): the command in parentheses, then state, ppid, pgrp, … starttime is the 20th.
 * Undefined for a process that is gone, or dead and not yet reaped.
 */
export function processStat(
  stat: string,
): { name: string; parent: number; group: number; born: string } | undefined {
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const state = fields[0];
  if (stat === '' || state === 'Z' || state === 'X') return undefined;
  const name = stat.slice(stat.indexOf('(') + 1, end);
  return { name, parent: Number(fields[1]), group: Number(fields[2]), born: fields[19] ?? '' };
}

/** How long a server may take after its stdin closed, and again after SIGTERM, in milliseconds. */
export const GRACE_MS = 1500;

/** The first and the longest pause between two looks, each of which reads about every process of the machine. */
const LOOK_MS = { first: 25, longest: 200 };

/**
 * Ends a server whose stdin has been closed: waits, then SIGTERM, waits, then SIGKILL,
 * for its process group and for descendants that left the group. Resolves when none is left.
 * `tree` is a snapshot from before, because the children of a dead process no longer name it.
 */
export async function endTree(
  root: number,
  tree: readonly KnownProcess[],
  graceMs = GRACE_MS,
): Promise<void> {
  if (await treeGoneWithin(root, tree, graceMs)) return;
  const grown = merged(tree, await processTree(root));
  await signalTree(root, grown, 'SIGTERM');
  if (await treeGoneWithin(root, grown, graceMs)) return;
  await signalTree(root, grown, 'SIGKILL');
  await treeGoneWithin(root, grown, graceMs);
}

function treeGoneWithin(root: number, tree: readonly KnownProcess[], limitMs: number): Promise<boolean> {
  return goneWithin(() => treeIsAlive(root, tree), limitMs);
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

function merged(one: readonly KnownProcess[], other: readonly KnownProcess[]): KnownProcess[] {
  const byIdentity = new Map([...one, ...other].map((known) => [identity(known), known]));
  return [...byIdentity.values()];
}
