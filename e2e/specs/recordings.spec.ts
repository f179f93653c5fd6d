import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';
import type { RunningApp } from '../pages/running-app.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url);

test('a session, its recording reopened, and its report give the same counts', { tag: '@core' }, async ({
  start,
  main,
}) => {
  const app = await start();
  await main.open(app);
  await main.labReady();
  for (const tool of ['custom-code', 'tool-error-thrown', 'hang', 'answer-twice', 'crash-exit']) {
    await main.callTool(tool);
    if (tool !== 'crash-exit') await main.callSettled(tool);
  }
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'failed');
  // One of each tier is from the first start; the second answer and the crash count twice.
  const live: Record<string, number> = { protocol: 3, tool: 2, client: 2, transport: 3 };
  await expect.poll(counts).toEqual(live);
  const file = await onlyRecording(app);
  await app.stop();

  const reported = await report(file);
  expect(reported.counts).toMatchObject(live);
  const byTier = (tier: string) => reported.errors.filter((error) => error.tier === tier).length;
  for (const tier of ERROR_TIERS) expect(byTier(tier)).toBe(live[tier]);

  const again = await start('open', file);
  await main.open(again);
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'recording');
  await expect.poll(counts).toEqual(live);

  async function counts(): Promise<Record<string, number>> {
    const each = await Promise.all(ERROR_TIERS.map(async (tier) => [tier, await main.count(tier)] as const));
    return Object.fromEntries(each);
  }
});

test('a recording is written as it happens, for its owner only', async ({ open, main }) => {
  const app = await open();
  await main.labReady();
  const file = await onlyRecording(app);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(app.dataFolder, 'recordings'))).mode & 0o777).toBe(0o700);
  await expect.poll(async () => (await readFile(file, 'utf8')).includes('stdout-noise')).toBe(true);
  await app.kill();
  const { counts, problems } = await report(file);
  expect(counts).toMatchObject({ tool: 1, protocol: 1, client: 1, transport: 1 });
  expect(problems).toEqual([]);
});

test('a damaged recording opens as far as it goes and lists its problems', async ({ start, main }) => {
  const app = await start();
  await main.open(app);
  await main.labReady();
  const file = await onlyRecording(app);
  await app.stop();
  const text = await readFile(file, 'utf8');
  const damaged = join(app.dataFolder, 'damaged.tierscope.jsonl');
  await writeFile(damaged, text.replace('"type":"frame"', '"type":"frame').slice(0, -25));
  const again = await start('open', damaged);
  await main.open(again);
  await expect(main.tab('error lab')).toHaveAttribute('data-session-state', 'recording');
  await expect(main.page.getByText('2 lines of the file could not be read.')).toBeVisible();
  await main.page.getByRole('button', { name: '1 more' }).click();
  await expect(main.page.getByText(/it was cut off here/)).toBeVisible();
});

async function onlyRecording(app: RunningApp): Promise<string> {
  const folder = join(app.dataFolder, 'recordings');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
}

type Reported = {
  counts: Record<string, number>;
  errors: { tier: string }[];
  problems: unknown[];
};

async function report(file: string): Promise<Reported> {
  const args = ['main/bin/tierscope.js', 'report', file, '--format', 'json'];
  const { stdout } = await run(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const [recording] = JSON.parse(stdout).recordings;
  return { ...recording.sessions[0], problems: recording.problems };
}
