import { type Browser, test as base, expect, type Page } from 'playwright/test';
import { latePage } from './late-page.ts';
import { type CarrierName, QUIET, type RunningApp, startApp, useCarrier } from './running-app.ts';
import { Screen } from './screen.ts';
import { sendCommand } from './second-screen.ts';

type Fixtures = {
  /** Starts the program with these arguments; it is stopped after the test, while others may run. */
  start: (...args: string[]) => Promise<RunningApp>;
  main: Screen;
  /** Starts the program with these arguments, and opens its screen. */
  open: (...args: string[]) => Promise<RunningApp>;
  /** Opens a screen without sessions on an app that serves one test after the other: for what needs only a window. */
  openShared: () => Promise<RunningApp>;
  /** The same with the error lab, as a start of its own opens it; its first calls may still be under way. */
  openLab: () => Promise<RunningApp>;
};

type WorkerFixtures = {
  /** Which carrier the whole run is over: the project's choice. */
  carrier: CarrierName;
  carrierInUse: undefined;
  /** A page for one app after the other, outside of a test; close it by its context. */
  newPage: () => Promise<Page>;
  /** Stops an app while the next test runs already: a server may take seconds to end. */
  stopLater: (app: RunningApp) => void;
  /** The app of the tests that need only a window; started by the first of them. */
  sharedApp: () => Promise<RunningApp>;
};

/** A test of the whole app: the real program, its page in a browser of its own or in a window of Electron. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  carrier: ['loopback', { option: true, scope: 'worker' }],
  carrierInUse: [
    async ({ carrier }, use) => {
      useCarrier(carrier);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  newPage: [
    async ({ carrier, browser }, use) => use(() => pageOf(carrier, browser)),
    { scope: 'worker', timeout: 60_000 },
  ],
  stopLater: [
    async ({ browserName: _ }, use) => {
      const stopping: Promise<void>[] = [];
      await use((app) => stopping.push(app.stop().then(() => app.remove())));
      await Promise.all(stopping);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedApp: [
    async ({ stopLater }, use) => {
      let app: Promise<RunningApp> | undefined;
      await use(() => (app ??= startApp([...QUIET])));
      if (app !== undefined) stopLater(await app);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  page: async ({ carrier, browser }, use) => {
    const page = await pageOf(carrier, browser);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted ?(Type|HTML|Script)/.test(message.text()))
        refused.push(message.text());
    });
    await use(page);
    // What the page's policy refuses, a user misses without a word.
    expect(refused).toEqual([]);
    if (carrier === 'loopback') await page.context().close();
  },
  start: async ({ page: _, stopLater }, use) => {
    const running: RunningApp[] = [];
    await use(async (...args) => {
      const command =
        args[0] === 'open' || args[0] === 'connect'
          ? [args[0], ...QUIET, ...args.slice(1)]
          : [...QUIET, ...args];
      const app = await startApp(command);
      running.push(app);
      return app;
    });
    for (const app of running) stopLater(app);
  },
  main: async ({ page }, use) => use(new Screen(page)),
  open: async ({ start, main }, use) =>
    use(async (...args) => {
      const app = await start(...args);
      await main.open(app);
      return app;
    }),
  openShared: async ({ carrier, start, sharedApp, main }, use) => {
    // Over Electron's port an app has one window, and a page cannot come back to it.
    const opened = async (): Promise<RunningApp> => (carrier === 'electron' ? start() : sharedApp());
    await use(async () => {
      const app = await opened();
      await main.open(app);
      await main.closeSessions();
      return app;
    });
    if (carrier !== 'electron') await main.closeSessions();
  },
  openLab: async ({ carrier, open, openShared, main }, use) =>
    use(async () => {
      if (carrier === 'electron') return open();
      const app = await openShared();
      await sendCommand(main.page, 'startLab', {});
      await expect(main.tab('error lab')).toBeVisible();
      return app;
    }),
});

async function pageOf(carrier: CarrierName, browser: Browser): Promise<Page> {
  if (carrier === 'electron') return latePage();
  return (await browser.newContext()).newPage();
}

export { expect } from 'playwright/test';
