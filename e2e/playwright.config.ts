import { defineConfig } from 'playwright/test';

const root = process.env.CI === undefined ? [['list'] as const] : [['dot'] as const];

/** Whole-app specs: the real program, real servers, a real browser. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  fullyParallel: false,
  workers: 2,
  retries: 0,
  reporter: [...root, ['json']],
  projects: [
    { name: 'loopback', testIgnore: /electron/ },
    { name: 'electron', testMatch: /electron/ },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
