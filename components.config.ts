import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { launchOptions } from './e2e/run/launch-options.js';

/** The files share one page and its stores: in one order, they meet what they met before. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** Component tests: single components in a real browser. `e2e/run/components.js` finds the browser. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Found late, a package would make the page load anew in the middle of a test.
  optimizeDeps: {
    entries: ['renderer/main.tsx', 'renderer/**/*.browser.test.tsx'],
    include: ['axe-core', 'vitest-browser-react', 'react/jsx-dev-runtime'],
  },
  test: {
    name: 'components',
    include: ['renderer/**/*.browser.test.tsx'],
    setupFiles: ['renderer/ui/testing/page-setup.ts'],
    restoreMocks: true,
    // Limits for what hangs, not for what is slow: a loaded machine must not fail a test.
    testTimeout: 150_000,
    hookTimeout: 150_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 1,
    sequence: { sequencer: ByPath },
    // A page for each file would read all modules again, in a third of the time of all.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      connectTimeout: 150_000,
      provider: playwright({
        launchOptions,
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1024, height: 700 } }],
    },
  },
});
