import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const OURS = /^tierscope-(\d+)-\w{6}$/;

/**
 * Makes a folder for this process alone below the system's folder for temporary files, and removes those that killed
 * processes of this user have left there. Whoever makes it removes it. Rejects as the disk does.
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
