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

// What only the Electron half has; every other spec runs over its port too.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

test('the window opens the error lab with every tier, at the address of the app', async ({
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

test('the page is kept apart: by its preload, its headers, its options, where it may go, what it may hold and ask', async () => {
  const data = await mkdtemp(join(tmpdir(), 'tierscope-guards-'));
  const { electron, child } = await startElectron([], data, tmpdir());
  try {
    const window = await electron.firstWindow();
    await guardsPreload(window);
    await guardsOptions(window);
    await guardsPermissions(window);
    await guardsFiles(window, electron);
    await guardsWebviews(window, electron);
    await guardsSenders(window, electron);
    await guardsNavigation(window, electron);
    await guardsHeaders(window);
  } finally {
    await ended(child, 'SIGTERM');
    // Chromium may still write there.
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
});
