import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy, readPageFile } from './serve-page.ts';

let folder = '';
let page = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-page-'));
  page = join(folder, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html>');
  await writeFile(join(page, 'assets', 'main-x1.js'), 'export {}');
  await writeFile(join(page, 'assets', 'main-x1.js.map'), '{}');
  await writeFile(join(page, '.hidden.js'), 'secret');
  await writeFile(join(folder, 'secret.js'), 'secret');
  await symlink(join(folder, 'secret.js'), join(page, 'link.js')).catch(() => undefined);
});

afterAll(() => rm(folder, { recursive: true }));

test('the root is the page, and its files have their media type', async () => {
  expect((await readPageFile(page, '/'))?.type).toBe('text/html; charset=utf-8');
  const script = await readPageFile(page, '/assets/main-x1.js');
  expect(script?.type).toBe('text/javascript; charset=utf-8');
  expect(String(script?.bytes)).toBe('export {}');
});

test.each([
  '/../secret.js',
  '/assets/../../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/..\\secret.js',
  '//secret.js',
  'secret.js',
  '/link.js',
  '/.hidden.js',
  '/assets',
  '/assets/',
  '/assets/main-x1.js.map',
  '/missing.js',
  '/index.html\0.js',
  '',
])('%j is not served', async (path) => {
  expect(await readPageFile(page, path)).toBeUndefined();
});

test('no path ever reaches the file beside the folder', async () => {
  const piece = fc.oneof(
    fc.constantFrom('..', '.', '/', '\\', 'secret.js', '%2e', 'assets', 'link.js'),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const file = await readPageFile(page, `/${pieces.join('/')}`);
      expect(String(file?.bytes)).not.toContain('secret');
    }),
  );
});

test('nothing is allowed that is not named, and nothing inline or evaluated is', () => {
  const policy = contentSecurityPolicy([]);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types 'none'");
  for (const closed of ['base-uri', 'form-action', 'frame-ancestors', 'object-src']) {
    expect(policy).toContain(`${closed} 'none'`);
  }
});

test('only the addresses given may be connected to', () => {
  expect(contentSecurityPolicy(['ws://127.0.0.1:5', 'ws://localhost:5'])).toContain(
    'connect-src ws://127.0.0.1:5 ws://localhost:5;',
  );
});
