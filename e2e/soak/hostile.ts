import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { launchBrowser } from '../run/bench-app.js';
import { scriptedServer } from '../servers/server-paths.ts';
import { type Attack, later, number, type Outcome, type SoakRun } from './attack.ts';
import { HostClient, startHost } from './host-client.ts';

const ROWS = 120;
const CLICK_MS = 3000;
const CALLS = ['result', 'error', 'failure', 'requests'];

/** A server whose every text attacks a screen: nothing in it runs, and no request leaves the app. */
export const hostile: Attack = {
  run: shown,
  planted: [
    {
      fault: 'one text set as markup',
      plant: 'inner-html',
      args: ['--scale', '0.02'],
      found: /the page threw: .*TrustedHTML/,
    },
    {
      fault: 'the same without the policy of the page',
      plant: 'inner-html-without-policy',
      args: ['--scale', '0.02'],
      found: /a text of the server ran in the page/,
    },
  ],
};

async function shown(run: SoakRun): Promise<Outcome> {
  let asked = 0;
  // The target of a page or an app that a text has made send requests.
  const sink = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  sink.listen(0, '127.0.0.1');
  await once(sink, 'listening');
  const origin = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const app = await startHost();
  const browser = await launchBrowser();
  const failures = new Set<string>();
  try {
    const client = await HostClient.connect(app);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const own = new URL(app.address).origin;
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${own}/`) && !/^(?:data|blob):/.test(url))
        failures.add(`a request to ${url.slice(0, 200)}`);
    });
    page.on('dialog', (dialog) => {
      failures.add(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame) => {
      if (!frame.url().startsWith(`${own}/`)) failures.add(`a frame went to ${frame.url().slice(0, 200)}`);
    });
    page.on('popup', (popup) => failures.add(`a window was opened: ${popup.url().slice(0, 200)}`));
    page.on('pageerror', (error) => failures.add(`the page threw: ${error.message.slice(0, 300)}`));
    await page.goto(app.address);
    const session = await client.connectTo(scriptedServer('hostile', origin));
    await client.until(session, ({ state }) => state === 'ready');
    for (const name of CALLS)
      await client.call('callTool', { session, name, arguments: {}, timeoutMs: 5000 });
    await client.call('listAll', { session, what: 'resources' });
    await page.locator(`[role="tab"][data-session="${session}"]`).click();
    const screens = await visited(page, run);
    const ran = await page.evaluate(() => Reflect.get(globalThis, 'tierscopeCanary'));
    if (ran !== undefined) failures.add('a text of the server ran in the page');
    if (asked > 0) failures.add(`${asked} requests reached the address in the texts`);
    client.close();
    return { count: `${number(screens)} screens`, worst: `${asked} requests left`, failures: [...failures] };
  } finally {
    await browser.close();
    sink.close();
    await app.stop();
    await app.remove();
  }
}

/** Visits every row in every tab of the inspector, and everything in the sidebar; returns the number of screens. */
async function visited(page: Page, { scale, note }: SoakRun): Promise<number> {
  let screens = 0;
  const look = async (): Promise<void> => {
    screens += 1;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const rows = page.getByRole('grid', { name: 'Frame log' }).locator('[role="row"][data-seq]');
  await later(1000);
  const all = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-seq') ?? ''));
  for (const seq of all.slice(0, Math.max(5, Math.round(ROWS * scale)))) {
    if (!(await clicked(rows.and(page.locator(`[data-seq="${seq}"]`))))) continue;
    await look();
    const tabs = inspector.getByRole('tab');
    for (let index = 0; index < (await tabs.count()); index += 1)
      if (await clicked(tabs.nth(index))) await look();
  }
  note(`${screens} of rows`);
  // The latest rows: the results of the last calls.
  await page
    .getByRole('grid', { name: 'Frame log' })
    .press('End')
    .catch(() => undefined);
  await look();
  for (const name of await page
    .getByRole('navigation')
    .evaluateAll((found) => found.map((one) => one.ariaLabel))) {
    const buttons = page.getByRole('navigation', { name: name ?? '', exact: true }).getByRole('button');
    const count = Math.min(await buttons.count(), Math.max(3, Math.round(60 * scale)));
    for (let index = 0; index < count; index += 1) if (await clicked(buttons.nth(index))) await look();
    await page.keyboard.press('Escape');
  }
  note(`${screens} with the sidebar`);
  for (const tab of await page.locator('[role="tab"]:not([data-session])').all())
    if (await clicked(tab)) await look();
  return screens;
}

/** False if it cannot be clicked: it disappeared, or a dialog covers it. */
async function clicked(button: Locator): Promise<boolean> {
  return button.click({ timeout: CLICK_MS }).then(
    () => true,
    () => false,
  );
}
