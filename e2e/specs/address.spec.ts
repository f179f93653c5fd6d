import { expect, test } from '../pages/app-test.ts';
import { Screen } from '../pages/screen.ts';

test('the token leaves the address bar, and a reload and a second window still reach the app', {
  tag: '@core',
}, async ({ open, main, page }) => {
  const app = await open();
  expect(app.address).toContain('#token=');
  await main.labReady();
  const bare = new URL('/', app.address).href;
  expect(page.url()).toBe(bare);
  // A browser sends cookies to every port of this machine, and keeps local storage.
  const token = app.address.split('token=')[1] ?? '';
  const kept = await page.evaluate(() => document.cookie + JSON.stringify(localStorage));
  expect(kept).not.toContain(token);

  await page.reload();
  await main.labReady();

  const second = new Screen(await page.context().newPage());
  await second.page.goto(bare);
  await second.labReady();
  // The second one does not need the first any longer.
  await page.goto('about:blank');
  await second.page.reload();
  await second.labReady();
});

test('a window that never had the token, and can ask no other, is not let in', async ({ open, browser }) => {
  const app = await open();
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(new URL('/', app.address).href);
  await expect(stranger.getByRole('alert')).toContainText('Lost the connection to the host');
  await expect(stranger.locator('main[data-host]')).toHaveCount(0);
  await context.close();
});
