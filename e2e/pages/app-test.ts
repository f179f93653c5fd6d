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
  /** Opens a screen without sessions on an app shared by consecutive tests: for tests that need only a window. */
  openShared: () => Promise<RunningApp>;
  /** The same with the error lab, as its own start would open it; its first calls may still be in progress. */
  openLab: () => Promise<RunningApp>;
};

type WorkerFixtures = {
  /** The carrier of the whole run, chosen by the project. */
  carrier: CarrierName;
  carrierInUse: undefined;
  /** A page outside of a test, for several apps in turn; close it through its context. */
  newPage: () => Promise<Page>;
  /** Stops an app while the next test already runs: a server may take seconds to exit. */
  stopLater: (app: RunningApp) => void;
  /** The app for tests that need only a window; started by the first of them. */
  sharedApp: () => Promise<RunningApp>;
};

/** A test of the whole app: the real program, its page in its own browser or in an Electron window. */
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
    // The user gets no notice of what the page's policy refuses.
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
    // Over Electron's port an app has one window, and a page cannot return to it.
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
