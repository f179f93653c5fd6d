import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';
import {
  guardsFiles,
  guardsHeaders,
  guardsNavigation,
  guardsOptions,
  guardsPermissions,
  guardsPreload,
  guardsSenders,
  guardsWebviews,
} from '../pages/electron-guards.ts';
import { ended } from '../pages/run-program.ts';
import { startElectron } from '../pages/running-electron.ts';

// Electron-only features; every other spec runs over its port too.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

test('the window opens the error lab with every tier, at the address of the app', { tag: '@core' }, async ({
  open,
  main,
  page,
}) => {
  const { electron } = await open();
  await expect(page.locator('main[data-host="electron"]')).toBeVisible();
  await main.labReady();
  for (const tier of ERROR_TIERS) await expect.poll(() => main.count(tier)).toBe(1);
  const shown = await electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => [one.webContents.getURL(), one.isVisible()]),
  );
  expect(shown).toEqual([['tierscope://app/', true]]);
});

test('the page is kept apart', { tag: '@core' }, async () => {
  const data = await mkdtemp(join(tmpdir(), 'tierscope-guards-'));
  const { electron, child } = await startElectron([], data, tmpdir());
  try {
    const window = await electron.firstWindow();
    await test.step('the preload gives two verbs and nothing of Electron', () => guardsPreload(window));
    await test.step('the options keep Node out, and the worlds apart', () => guardsOptions(window));
    await test.step('text may be put on the clipboard, and nothing else is permitted', () =>
      guardsPermissions(window));
    await test.step('the page is not a file and reads none', () => guardsFiles(window, electron));
    await test.step('the page holds no other', () => guardsWebviews(window, electron));
    await test.step('only the page itself gets a port', () => guardsSenders(window, electron));
    await test.step('the page stays, no window opens, only a clicked https link leaves', () =>
      guardsNavigation(window, electron));
    await test.step('nothing comes from elsewhere, and no text runs or becomes markup', () =>
      guardsHeaders(window));
  } finally {
    await ended(child, 'SIGTERM');
    // Chromium may still be writing there.
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
});
