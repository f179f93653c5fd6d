import { defineConfig } from 'playwright/test';
import { launchOptions } from './run/launch-options.js';

/** Whole-app specs: the real program, real servers, a real browser. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results/e2e',
  // Limits for what hangs, not for what is slow: a loaded machine must not fail a test.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  // A test that needs a second try is a fault, of the app or of the test.
  retries: 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [] : [['json'] as const])],
  projects: [
    { name: 'loopback', testIgnore: /electron|killed-app/ },
    // It measures milliseconds: nothing else runs beside it.
    { name: 'killed', testMatch: /killed-app/, dependencies: ['loopback'] },
    { name: 'electron', testMatch: /electron/ },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // A click waits for what it clicks to stand still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace costs a third of the time: `TIERSCOPE_TRACE=1` keeps one of each failure.
    trace: process.env.TIERSCOPE_TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions,
  },
});
