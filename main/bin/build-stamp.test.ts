import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt, sourceDigest, stampBuild } from './build-stamp.js';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tierscope-stamp-'));
  for (const folder of ['app/wire', 'main', 'renderer', 'tools'])
    await mkdir(join(root, folder), { recursive: true });
  for (const file of [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'app/wire/envelope.ts',
    'main/a.ts',
  ]) {
    await writeFile(join(root, file), file);
  }
});

afterEach(() => rm(root, { recursive: true }));

test('what was never built is stale, and what was just built is not', () => {
  expect(isBuilt(root)).toBe(false);
  stampBuild(root, sourceDigest(root));
  expect(isBuilt(root)).toBe(true);
});

test.each([
  ['a source is touched', () => utimes(join(root, 'app/wire/envelope.ts'), 1, 1)],
  ['a source is new', () => writeFile(join(root, 'renderer/new.tsx'), '')],
  ['a source is gone', () => rm(join(root, 'main/a.ts'))],
  ['the packages change', () => writeFile(join(root, 'package-lock.json'), 'others')],
])('a build is stale once %s', async (_case, change) => {
  stampBuild(root, sourceDigest(root));
  await change();
  expect(isBuilt(root)).toBe(false);
});

test('a test is no part of the build', async () => {
  stampBuild(root, sourceDigest(root));
  await writeFile(join(root, 'app/wire/envelope.test.ts'), '');
  expect(isBuilt(root)).toBe(true);
});
