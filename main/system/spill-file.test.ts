import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpillFile } from './spill-file.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spill-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('gives back what was appended, from a folder in which no name is left', async () => {
  const file = new SpillFile(join(folder, 'of', 'one', 'run.texts'));
  expect(await readdir(folder)).toEqual([]);
  const first = file.append(Buffer.from('hello'));
  const second = file.append(Buffer.from('world!'));
  expect(file.read(second, 6).toString()).toBe('world!');
  expect(file.read(first, 5).toString()).toBe('hello');
  if (process.platform !== 'win32') expect(await readdir(join(folder, 'of', 'one'))).toEqual([]);
  file.close();
  expect(() => file.read(first, 5)).toThrow('closed');
  expect(() => file.append(Buffer.from('x'))).toThrow('closed');
});

test('writes into no file that is there already', async () => {
  const path = join(folder, 'planted');
  await writeFile(path, 'mine');
  expect(() => new SpillFile(path).append(Buffer.from('x'))).toThrow('EEXIST');
});

test('makes no file before there is something to keep', () => {
  const path = join(folder, 'never');
  new SpillFile(path).close();
  expect(existsSync(path)).toBe(false);
});
