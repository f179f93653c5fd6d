import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../pages/app-test.ts';
import { ended, RunningProgram } from '../pages/run-program.ts';
import { sdkClient } from '../pages/sdk-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RECORDING = join(root, 'e2e', 'corpus', 'ts1-library-calls.tierscope.jsonl');

let folder = '';
let program = '';

/** The result of `npm pack`, installed into an empty folder; it has no dependencies, so that needs no network. */
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-packed-'));
  // The tested build is packed, without building again.
  const pack = ['pack', root, '--ignore-scripts', '--silent', '--pack-destination', folder];
  expect((await npm(pack)).exitCode).toBe(0);
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const install = ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', join(folder, file)];
  expect((await npm(install)).exitCode).toBe(0);
  program = join(folder, 'node_modules', 'tierscope', 'main', 'bin', 'tierscope.js');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const npm = (args: readonly string[]) => new RunningProgram(args, {}, ['npm']).end();
const run = (...args: string[]) =>
  new RunningProgram(args, { TIERSCOPE_DATA: join(folder, 'data') }, [process.execPath, program]).end();

test('holds what runs and nothing else, with the licenses of what it is made of', {
  tag: '@core',
}, async () => {
  const packed = join(folder, 'node_modules', 'tierscope');
  const names = await readdir(packed, { recursive: true });
  const unwanted = /\.(map|ts|tsx)$|^dist.*(bench|soak)|\.test\./;
  expect(names.filter((name) => unwanted.test(name))).toEqual([]);
  expect((await readdir(packed)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'docs',
    'main',
    'package.json',
  ]);
  expect(await readFile(join(packed, 'dist', 'renderer', 'licenses.md'), 'utf8')).toContain('## react - ');
  expect(await readFile(join(packed, 'dist', 'main', 'licenses.md'), 'utf8')).toContain('## zod - ');
  const manifest = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'));
  expect(manifest.dependencies ?? {}).toEqual({});
  expect(manifest.private).toBeUndefined();
});

test('looks up codes, reports, probes, and is the lab and the server for agents', async () => {
  expect((await run('lookup', '-32002')).stdout.toString()).toContain('Resource not found');
  const report = await run('report', RECORDING, '--format', 'json');
  expect(report.exitCode).toBe(0);
  expect(JSON.parse(report.stdout.toString()).recordings[0].sessions).toHaveLength(1);
  const server = [process.execPath, program, 'serve', '--data', join(folder, 'data')];
  const probe = await run('probe', '--budget', '1', '--format', 'json', '--', ...server);
  expect(JSON.parse(probe.stdout.toString()).server).toMatchObject({ name: 'tierscope' });
  for (const [command, tool] of [
    ['lab', 'ok-text'],
    ['serve', 'list_problems'],
  ] as const) {
    const client = await sdkClient([process.execPath, program, command, '--data', join(folder, 'data')]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain(tool);
    await client.close();
  }
});

test('shows the app', { tag: '@core' }, async ({ page }) => {
  const args = ['--shell', 'browser', '--no-open', '--port', '0', '--data', join(folder, 'app')];
  const app = new RunningProgram(args, {}, [process.execPath, program]);
  const address = (): string => /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(app.stdout)?.[0] ?? '';
  await expect.poll(address).not.toBe('');
  await page.goto(address());
  await page.getByRole('grid', { name: 'Frame log' }).locator('[data-tier="tool"]').first().waitFor();
  expect(await ended(app.child, 'SIGTERM')).toBe(0);
});
