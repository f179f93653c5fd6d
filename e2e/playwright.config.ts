import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import type { CarrierName } from './pages/running-app.ts';
import { launchOptions } from './run/launch-options.js';

/** A part of the spec files: what Electron alone has, and one that crosses its port in every way. */
const ELECTRON_PART = /\/(electron[a-z-]*|keyboard)\.spec/;

/** Whole-app specs: the real program, real servers, a real browser. */
export default defineConfig<object, { carrier: CarrierName }>({
  testDir: './specs',
  outputDir: '../test-results/e2e',
  // Limits for what hangs, not for what is slow: a loaded machine must not fail a test.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  fullyParallel: false,
  // A spec waits a fifth of its time, for a server or for the clock: one more than two cores have fills that.
  workers: Math.min(4, Math.max(3, availableParallelism())),
  // A test that needs a second try is a fault, of the app or of the test.
  retries: 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [] : [['json'] as const])],
  projects: [
    { name: 'loopback', testIgnore: /\/electron|killed-app/ },
    // It measures milliseconds: nothing else runs beside it.
    { name: 'killed', testMatch: /killed-app/, dependencies: ['loopback'] },
    // Every spec whose app has a page, over Electron's port: see pages/electron-binary.ts for what runs it.
    { name: 'electron', testIgnore: /killed-app|command-line|address/, use: { carrier: 'electron' } },
    { name: 'electron-part', testMatch: ELECTRON_PART, use: { carrier: 'electron' } },
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
