import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const find = (env: NodeJS.ProcessEnv = {}, isWanted = false) =>
  electronBinary({
    ...{ root: project, ownFolder: join(project, 'own'), isWanted, env },
    onFetching: () => undefined,
  });

/** Stands in for the package's installer. */
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
  expect(await find()).toEqual({
    ok: false,
    error: 'its package is not installed; --shell electron installs it',
  });
});

test('a package that is not installed is installed beside the recordings, if the window is asked for', async () => {
  await rm(folder, { recursive: true });
  const npm = join(project, 'npm.mjs');
  await writeFile(
    npm,
    `import fs from 'node:fs';
    const [, , , , own] = process.argv;
    const folder = own + '/node_modules/electron';
    fs.mkdirSync(folder + '/dist', { recursive: true });
    fs.writeFileSync(folder + '/package.json', JSON.stringify(process.argv.slice(2)));
    fs.writeFileSync(folder + '/path.txt', 'electron');
    fs.writeFileSync(folder + '/dist/electron', '');`,
  );
  const own = join(project, 'own');
  const installed = join(own, 'node_modules', 'electron');
  const found = await find({ npm_execpath: npm }, true);
  expect(found).toEqual({ ok: true, value: join(installed, 'dist', 'electron') });
  const asked = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(asked.slice(0, 3)).toEqual(['install', '--prefix', own]);
  expect(asked.at(-1)).toMatch(/^electron@\^\d/);
});

test('an npm that fails gives its reason', async () => {
  await rm(folder, { recursive: true });
  const npm = join(project, 'npm.mjs');
  await writeFile(npm, 'console.error("npm error code E404"); process.exit(1);');
  expect(await find({ npm_execpath: npm }, true)).toEqual({
    ok: false,
    error: 'its package could not be installed: npm error code E404',
  });
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
