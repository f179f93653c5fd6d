import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';
import {
  guardsHeaders,
  guardsNavigation,
  guardsOptions,
  guardsPermissions,
  guardsPreload,
} from '../pages/electron-guards.ts';
import { realPage } from '../pages/late-page.ts';
import { electronOf } from '../pages/running-electron.ts';

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

test('the page is kept apart: by its preload, its headers, its options, where it may go and what it may ask', async ({
  open,
  page,
}) => {
  await open();
  const window = realPage(page);
  const electron = electronOf(page);
  if (electron === undefined) throw new Error('This page is no window of Electron.');
  await guardsPreload(window);
  await guardsOptions(window);
  await guardsPermissions(window);
  await guardsNavigation(window, electron);
  await guardsHeaders(window);
});
