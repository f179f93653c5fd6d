import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import type { CarrierName } from './pages/running-app.ts';
import { launchOptions } from './run/launch-options.js';

/** A subset of the spec files: Electron-only features, and one that covers its port in every way. */
const ELECTRON_PART = /\/(electron[a-z-]*|keyboard)\.spec/;

/** Whole-app specs: the real program, real servers, a real browser. */
export default defineConfig<object, { carrier: CarrierName }>({
  testDir: './specs',
  outputDir: '../test-results/e2e',
  // Limits for hanging, not slow tests: a loaded machine must not fail a test.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  fullyParallel: false,
  // A spec spends a fifth of its time waiting for a server or the clock, so one more worker than two cores fills that.
  workers: Math.min(4, Math.max(3, availableParallelism())),
  // A test that needs a second try is a defect of the app or the test.
  retries: 0,
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [] : [['json'] as const])],
  projects: [
    { name: 'loopback', testIgnore: /\/electron|killed-app/ },
    // It measures milliseconds, so nothing else runs at the same time.
    { name: 'killed', testMatch: /killed-app/, dependencies: ['loopback'] },
    // Every spec whose app has a page, over Electron's port: pages/electron-binary.ts chooses the binary.
    { name: 'electron', testIgnore: /killed-app|command-line|address/, use: { carrier: 'electron' } },
    { name: 'electron-part', testMatch: ELECTRON_PART, use: { carrier: 'electron' } },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    // A click waits for its target to stop moving.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace costs a third of the time: `TIERSCOPE_TRACE=1` keeps one per failure.
    trace: process.env.TIERSCOPE_TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions,
  },
});
