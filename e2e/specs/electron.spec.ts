import { ERROR_TIERS } from '../../app/frame/tier.ts';
import { expect, test } from '../pages/app-test.ts';
import { realPage } from '../pages/late-page.ts';
import type { RunningApp } from '../pages/running-app.ts';

// What only the Electron half has; every other spec runs over its port too.

test.skip(({ carrier }) => carrier !== 'electron', 'It is about Electron.');

/** The app's process as its main module sees it. */
function main(app: RunningApp) {
  if (app.electron === undefined) throw new Error('This app is no Electron.');
  return app.electron;
}

test('the window opens the error lab with every tier, and nothing of Node or Electron is in its reach', async ({
  open,
  main: screen,
  page,
}) => {
  const app = await open();
  await expect(page.locator('main[data-host="electron"]')).toBeVisible();
  await screen.labReady();
  for (const tier of ERROR_TIERS) await expect.poll(() => screen.count(tier)).toBe(1);
  const reach = await page.evaluate(() => ({
    verbs: Object.keys((window as { tierscope?: object }).tierscope ?? {}),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    isSecure: window.isSecureContext,
  }));
  expect(reach).toEqual({ verbs: ['requestPort', 'pathOf'], node: [], isSecure: true });
  const address = await main(app).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  );
  expect(address).toBe('tierscope://app/');
});

test('the page goes nowhere, opens no window, and hands a clicked https link to the system', async ({
  open,
  main: screen,
  page,
}) => {
  const app = await open();
  await screen.labReady();
  await main(app).evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (address) => void opened.push(address);
  });
  const before = page.url();
  await page.evaluate(() => {
    location.href = 'https://example.test/away';
  });
  expect(await page.evaluate(() => window.open('https://example.test/without-a-click'))).toBeNull();
  await page.evaluate(() => {
    for (const address of ['https://example.test/clicked', 'http://example.test/plain']) {
      const link = Object.assign(document.createElement('a'), { href: address, target: '_blank' });
      link.textContent = address;
      link.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9; display: block';
      link.addEventListener('click', () => link.remove());
      document.body.append(link);
    }
  });
  await page.getByRole('link', { name: 'http://example.test/plain' }).click();
  await page.getByRole('link', { name: 'https://example.test/clicked' }).click();
  const opened = () => main(app).evaluate(() => (globalThis as { opened?: string[] }).opened);
  await expect.poll(opened).toEqual(['https://example.test/clicked']);
  expect(page.url()).toBe(before);
  expect(realPage(page).context().pages()).toHaveLength(1);
});
