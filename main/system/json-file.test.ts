import { link, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { OwnedJson, readJson, writeJson, writeJsonNow } from './json-file.ts';

test.each([
  ['later', writeJson],
  ['at once', async (file: string, value: unknown) => writeJsonNow(file, value)],
])(
  'a value written %s is kept in a file that only the user can read; damage means none',
  async (_, write) => {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-json-'));
    const file = join(folder, 'new', 'window.json');
    expect(await readJson(file)).toBeUndefined();
    await write(file, { x: 0, width: 1920 });
    expect(await readJson(file)).toEqual({ x: 0, width: 1920 });
    expect(await readdir(join(folder, 'new'))).toEqual(['window.json']);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    // The directory in place of the file is unchanged, and nothing is next to it.
    await mkdir(join(folder, 'taken', 'below'), { recursive: true });
    await expect(write(join(folder, 'taken'), 1)).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(['new', 'taken']);
    await writeFile(file, '{');
    expect(await readJson(file)).toBeUndefined();
    await rm(folder, { recursive: true });
  },
);

test.skipIf(process.platform === 'win32')(
  'a list of the app’s own is never written through a link, nor handed on with wider permissions',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tierscope-json-'));
    const [file, victim, other] = [join(folder, 'list.json'), join(folder, 'victim'), join(folder, 'other')];
    const list = new OwnedJson(file, z.array(z.number()), []);
    await writeFile(victim, '[1]', { mode: 0o644 });
    await symlink(victim, file);
    expect(await list.change((numbers) => [...numbers, 2])).toEqual({ ok: true, value: null });
    expect([await readJson(victim), await readJson(file)]).toEqual([[1], [1, 2]]);
    await rm(file);
    await link(victim, file);
    await rename(victim, other);
    expect(await list.change((numbers) => [...numbers, 3])).toEqual({ ok: true, value: null });
    expect([await readJson(other), await readJson(file)]).toEqual([[1], [1, 3]]);
    expect((await stat(other)).mode & 0o777).toBe(0o644);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  },
);
