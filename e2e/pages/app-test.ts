import { test as base } from 'playwright/test';
import { QUIET, type RunningApp, startApp } from './running-app.ts';
import { Screen } from './screen.ts';

type Fixtures = {
  /** Starts the program with these arguments; it is stopped after the test. */
  start: (...args: string[]) => Promise<RunningApp>;
  main: Screen;
  /** Starts the program with these arguments, and opens its screen. */
  open: (...args: string[]) => Promise<RunningApp>;
};

/** A test of the whole app: the real program on the loopback host, in a real browser. */
export const test = base.extend<Fixtures>({
  start: async ({ page: _ }, use) => {
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
    for (const app of running) {
      await app.stop();
      await app.remove();
    }
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
