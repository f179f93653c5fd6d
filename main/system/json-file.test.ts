import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJson, writeJson, writeJsonNow } from './json-file.ts';

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
    // What stands in the way of the file is left as it was, and nothing beside it.
    await mkdir(join(folder, 'taken', 'below'), { recursive: true });
    await expect(write(join(folder, 'taken'), 1)).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(['new', 'taken']);
    await writeFile(file, '{');
    expect(await readJson(file)).toBeUndefined();
    await rm(folder, { recursive: true });
  },
);
