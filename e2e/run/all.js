// `npm test`: every check and every test, from a fresh clone. The last line is the plain count.
import { mkdirSync, rmSync } from 'node:fs';
import { browserPath } from './browser.js';
import { check, printCount, results, vitest, wholeAppTests } from './run-tests.js';

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const browser = browserPath();
console.log(`Browser: ${browser}`);

// Each of these mostly waits on one core, and none changes what another reads.
const checks = await Promise.all([
  check('types', ['main/bin/types.js']),
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  check('boundaries', [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    ...['app', 'main', 'renderer', 'e2e', 'tools'],
  ]),
  check('corpus', ['e2e/corpus/score/corpus.js']),
  check('build', ['main/bin/build.js']),
]);
const isBuilt = checks.at(-1)?.failed === 0;
// The component tests mostly wait for their pages, so they leave room for the unit tests.
const tests = await Promise.all([
  vitest('unit'),
  vitest('component', ['--config', 'components.config.ts'], {
    env: { TIERSCOPE_BROWSER: browser },
    kept: true,
  }),
]);
const counts = [...checks, ...tests];
if (isBuilt) counts.push(await wholeAppTests(browser));

printCount(counts);
