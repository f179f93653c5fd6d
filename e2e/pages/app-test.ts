import { test as base } from 'playwright/test';
import { QUIET, type RunningApp, startApp } from './running-app.ts';
import { Screen } from './screen.ts';

type Fixtures = {
  /** Starts the program with these arguments; it is stopped after the test, while others may run. */
  start: (...args: string[]) => Promise<RunningApp>;
  main: Screen;
  /** Starts the program with these arguments, and opens its screen. */
  open: (...args: string[]) => Promise<RunningApp>;
};

type WorkerFixtures = {
  /** Stops an app while the next test runs already: a server may take seconds to end. */
  stopLater: (app: RunningApp) => void;
};

/** A test of the whole app: the real program on the loopback host, in a real browser. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  stopLater: [
    async ({ browserName: _ }, use) => {
      const stopping: Promise<void>[] = [];
      await use((app) => stopping.push(app.stop().then(() => app.remove())));
      await Promise.all(stopping);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
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
      await main.open(app.address);
      return app;
    }),
});

export { expect } from 'playwright/test';
