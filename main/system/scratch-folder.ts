import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const OURS = /^tierscope-(\d+)-\w{6}$/;

/**
 * Creates a temporary folder for the caller to remove, and deletes those of killed processes. Rejects on disk errors.
 */
export async function scratchFolder(): Promise<string> {
  const user = process.getuid?.();
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = Number(OURS.exec(name)?.[1] ?? process.pid);
    if (isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() !== true || (user !== undefined && found.uid !== user)) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
  return mkdtemp(join(tmpdir(), `tierscope-${process.pid}-`));
}
