import { randomUUID } from 'node:crypto';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as later } from 'node:timers/promises';
import { parseJson } from '../../app/base/json-value.ts';
import { isAlive } from './is-alive.ts';
import { readRegular } from './regular-file.ts';

/** A change takes milliseconds: a process that holds a lock for this long hangs, or died on another machine. */
const STUCK_MS = 10_000;
/** The same for a lock that does not name its holder yet. */
const UNNAMED_MS = 1000;
const PATIENCE_MS = 30_000;
const LEAST_PAUSE_MS = 2;
const PAUSE_MS = 20;
/** Stands for a lock of another program, such as a folder, which is left alone. */
const FOREIGN = 'foreign';

/** The last waiter in this process for the lock of a path. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Runs `act` exclusively among all processes that lock the same path; within this process in order. The lock is the
 * file `path.lock` next to it, so it works on network folders too. The lock of a killed process is taken over at once
 * if it was on this machine, else after ten seconds, without comparing clocks. `isHeld` tells whether the lock was lost
 * while this process was suspended: check it right before the result becomes visible. Rejects on disk errors, and after
 * waiting 30 seconds for others.
 */
export async function locked<Value>(
  path: string,
  act: (isHeld: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const file = `${resolve(path)}.lock`;
  const turn = (waiting.get(file) ?? Promise.resolve()).then(() => withLock(file, act));
  const settled = turn.catch(() => undefined);
  waiting.set(file, settled);
  void settled.then(() => waiting.get(file) === settled && waiting.delete(file));
  return turn;
}

async function withLock<Value>(
  file: string,
  act: (isHeld: () => Promise<boolean>) => Promise<Value>,
): Promise<Value> {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  await take(file, own);
  const isHeld = async () => (await holderOf(file)) === own;
  try {
    return await act(isHeld);
  } finally {
    if (await isHeld()) await rm(file, { force: true });
  }
}

async function take(file: string, own: string): Promise<void> {
  const started = performance.now();
  let seen: { holder: string | undefined; since: number } = { holder: undefined, since: started };
  while (!(await isMade(file, own))) {
    const now = performance.now();
    const holder = await holderOf(file);
    if (holder !== seen.holder) seen = { holder, since: now };
    const isStuck = isOurs(holder) && now - seen.since > (holder === '' ? UNNAMED_MS : STUCK_MS);
    if (isStuck || isGone(holder)) await remove(file, holder);
    else if (now - started > PATIENCE_MS)
      throw new Error(`another program holds ${file}; remove that if no Tierscope is running`);
    else await later(LEAST_PAUSE_MS + Math.random() * PAUSE_MS);
  }
}

async function isMade(file: string, own: string): Promise<boolean> {
  return writeFile(file, own, { flag: 'wx', mode: 0o600 }).then(() => true, isThere);
}

/** False if the lock exists; other errors are rethrown. Windows reports one that is being removed as an error. */
function isThere(error: NodeJS.ErrnoException): boolean {
  if (error.code === 'EEXIST' || (error.code === 'EPERM' && process.platform === 'win32')) return false;
  throw error;
}

/** The holder named in the lock; undefined if there is no lock. */
async function holderOf(file: string): Promise<string | undefined> {
  return readRegular(file, { mostBytes: 1000 }).then(String, (error) =>
    error.code === 'ENOENT' ? undefined : FOREIGN,
  );
}

function isOurs(holder: string | undefined): holder is string {
  return holder !== undefined && holder !== FOREIGN;
}

/** True for a process of this machine that has ended. */
function isGone(holder: string | undefined): holder is string {
  if (!isOurs(holder)) return false;
  const { pid, host } = { ...(parseJson(holder) as object) } as { pid?: unknown; host?: unknown };
  return host === hostname() && typeof pid === 'number' && !isAlive(pid);
}

/** Two processes may remove the same lock: the slower one puts back the faster one's lock that it finds instead. */
async function remove(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  await rename(file, aside).catch(() => undefined);
  if ((await holderOf(aside)) !== holder) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}
