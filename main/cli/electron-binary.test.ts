import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { electronBinary, fetchElectron } from './electron-binary.ts';

let project = '';
let folder = '';

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'tierscope-binary-'));
  folder = join(project, 'node_modules', 'electron');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"electron","version":"1.0.0"}');
});

afterEach(() => rm(project, { recursive: true }));

const find = (env: NodeJS.ProcessEnv = {}) =>
  electronBinary({ root: project, env, onFetching: () => undefined });

/** Stands for the package's installer. */
const installer = (script: string): Promise<void> => writeFile(join(folder, 'install.js'), script);

test('a binary that is there is used', async () => {
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'path.txt'), 'electron');
  await writeFile(join(folder, 'dist', 'electron'), '');
  expect(await find()).toEqual({ ok: true, value: join(folder, 'dist', 'electron') });
});

test('a binary that is not there is fetched with the installer of the package', async () => {
  await installer(`
    const fs = require('node:fs');
    fs.mkdirSync(__dirname + '/dist');
    fs.writeFileSync(__dirname + '/dist/electron', '');
    fs.writeFileSync(__dirname + '/path.txt', 'electron');
  `);
  expect(await find()).toEqual({ ok: true, value: join(folder, 'dist', 'electron') });
});

test('an installer that fails gives its reason in a few words', async () => {
  await installer('throw new TypeError("fetch failed")');
  expect(await find()).toEqual({ ok: false, error: 'its binary could not be fetched: fetch failed' });
});

test('an installer that is not there is a reason too', async () => {
  const found = await find();
  expect(found.ok ? '' : found.error).toMatch(/^its binary could not be fetched: /);
});

test('nothing is fetched if the environment forbids it', async () => {
  await installer('require("node:fs").writeFileSync(__dirname + "/ran", "")');
  const found = await find({ ELECTRON_SKIP_BINARY_DOWNLOAD: '1' });
  expect(found.ok ? '' : found.error).toContain('ELECTRON_SKIP_BINARY_DOWNLOAD');
});

test('a package that is not installed is a failure of its own', async () => {
  await rm(folder, { recursive: true });
  expect(await find()).toEqual({ ok: false, error: 'its package is not installed' });
});

test('a download at which nothing arrives is given up', async () => {
  await installer('setInterval(() => undefined, 1000)');
  const onFetching = vi.fn();
  expect(await fetchElectron(folder, process.env, onFetching, 500)).toEqual({
    ok: false,
    error: 'nothing arrived',
  });
  expect(onFetching).not.toHaveBeenCalled();
});

test('a download that grows is waited for, and reported once', async () => {
  await installer(`
    const fs = require('node:fs');
    const file = require('node:os').tmpdir() + '/part';
    let parts = 0;
    setInterval(() => {
      fs.appendFileSync(file, 'x');
      parts += 1;
      if (parts === 12) process.exit();
    }, 150);
  `);
  const onFetching = vi.fn();
  expect(await fetchElectron(folder, process.env, onFetching, 1000)).toEqual({ ok: true, value: null });
  expect(onFetching).toHaveBeenCalledOnce();
});
