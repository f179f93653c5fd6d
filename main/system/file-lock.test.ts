import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locked } from './file-lock.ts';

let folder = '';
let file = '';
let lock = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-lock-'));
  file = join(folder, 'list.json');
  lock = `${file}.lock`;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host, id: 'x' });

describe('a lock', () => {
  it('lets one act after the other, also after one that fails, and leaves nothing behind', async () => {
    let [inside, most] = [0, 0];
    const act = async (isHeld: () => Promise<boolean>) => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
      return isHeld();
    };
    const failing = locked(file, async () => {
      throw new Error('no');
    });
    const others = Promise.all([
      locked(file, act),
      locked(file, act),
      locked(join(folder, '.', 'list.json'), act),
    ]);
    await expect(failing).rejects.toThrow('no');
    expect(await others).toEqual([true, true, true]);
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a process that was killed is taken over at once', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writeFile(lock, holder(pid));
    const started = performance.now();
    expect(await locked(file, async (isHeld) => isHeld())).toBe(true);
    expect(performance.now() - started).toBeLessThan(900);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that names nobody is taken over after a second', async () => {
    await writeFile(lock, '');
    expect(await locked(file, async (isHeld) => isHeld())).toBe(true);
  });

  it('that was taken away meanwhile is said not to be held, and that of the other stays', async () => {
    const isHeld = await locked(file, async (held) => {
      await writeFile(lock, holder(process.pid, 'elsewhere'));
      return held();
    });
    expect(isHeld).toBe(false);
    expect(await readFile(lock, 'utf8')).toBe(holder(process.pid, 'elsewhere'));
  });

  it('cannot be made in a folder that is not there', async () => {
    await expect(locked(join(folder, 'none', 'list.json'), async () => 1)).rejects.toThrow('ENOENT');
  });

  it('of another program, a folder, is waited for and not removed', async () => {
    await mkdir(lock);
    let isIn = false;
    const waiting = locked(file, async () => {
      isIn = true;
    });
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect([isIn, existsSync(lock)]).toEqual([false, true]);
    await rm(lock, { recursive: true });
    await waiting;
    expect(isIn).toBe(true);
  });
});
