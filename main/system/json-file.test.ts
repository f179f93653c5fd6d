import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJson, writeJson } from './json-file.ts';

test('a value is kept in a file that only the user can read; damage means none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tierscope-json-'));
  const file = join(folder, 'new', 'window.json');
  expect(await readJson(file)).toBeUndefined();
  await writeJson(file, { x: 0, width: 1920 });
  expect(await readJson(file)).toEqual({ x: 0, width: 1920 });
  expect(await readdir(join(folder, 'new'))).toEqual(['window.json']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, '{');
  expect(await readJson(file)).toBeUndefined();
  await rm(folder, { recursive: true });
});
