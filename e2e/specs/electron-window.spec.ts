import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication } from 'playwright/test';
import { expect, test } from '../pages/app-test.ts';
import { QUIET, type RunningApp, startApp } from '../pages/running-app.ts';
import { scriptedServer } from '../servers/server-paths.ts';

// The only window: where it opens, and what remains when it is closed.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

const apps: RunningApp[] = [];
async function startShared(data: string): Promise<ElectronApplication> {
  const app = await startApp([...QUIET], data);
  apps.push(app);
  if (app.electron === undefined) throw new Error('This is not Electron.');
  return app.electron;
}
test.afterEach(async () => {
  const ended = apps.splice(0);
  // They share a folder, which is removed when the last of them has ended.
  for (const app of ended) await app.stop();
  for (const app of ended) await app.remove();
});

type Bounds = { x: number; y: number; width: number; height: number };
const boundsOf = (electron: ElectronApplication) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds());
const place = (electron: ElectronApplication, bounds: Bounds) =>
  electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);

test('it opens where it was, however it was closed, and where it can be seen if that screen is gone', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tierscope-bounds-'));
  const closed: Bounds = { x: 40, y: 50, width: 1000, height: 700 };
  const quit: Bounds = { x: 60, y: 70, width: 1100, height: 800 };
  const ended: Bounds = { x: 80, y: 90, width: 1200, height: 600 };
  const ways: [Bounds, (electron: ElectronApplication) => Promise<unknown>][] = [
    [closed, (one) => one.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())],
    [quit, (one) => one.evaluate(({ app }) => app.quit())],
    [ended, async (one) => one.process().kill('SIGTERM')],
    [{ ...closed, x: 5000 }, async (one) => one.process().kill('SIGTERM')],
  ];
  let last: Partial<Bounds> = { width: 1440, height: 900 };
  for (const [bounds, close] of ways) {
    const electron = await startShared(data);
    await expect.poll(() => boundsOf(electron)).toMatchObject(last);
    await place(electron, bounds);
    const end = once(electron.process(), 'exit');
    await close(electron);
    expect(await end).toEqual([0, null]);
    last = bounds;
  }
  const electron = await startShared(data);
  await expect.poll(() => boundsOf(electron)).toMatchObject({ width: 1440, height: 900 });
});

test('closing it ends a stubborn server, and no process of the app is left', async ({ open, main }) => {
  const { electron, dataFolder } = await open();
  if (electron === undefined) throw new Error('This is not Electron.');
  await main.connect(scriptedServer('stubborn'), 'stubborn');
  const pids = /pids (\d+) (\d+)/.exec(
    (await main.rows('[data-kind="stderr"]').filter({ hasText: 'pids' }).textContent()) ?? '',
  );
  const left = (): number[] => [
    ...processesOf(dataFolder),
    ...(pids ?? []).slice(1).map(Number).filter(isAlive),
  ];
  expect(left().length).toBeGreaterThan(4);
  const end = once(electron.process(), 'exit');
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await end).toEqual([0, null]);
  await expect.poll(left).toEqual([]);
});

/** The processes with the data folder in their command line or environment: on Linux, the app and its own. */
function processesOf(dataFolder: string): number[] {
  if (process.platform !== 'linux') return [];
  const hasIt = (pid: string): boolean =>
    ['cmdline', 'environ'].some((name) => {
      try {
        return readFileSync(`/proc/${pid}/${name}`, 'utf8').includes(dataFolder);
      } catch {
        return false;
      }
    });
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasIt(name))
    .map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
