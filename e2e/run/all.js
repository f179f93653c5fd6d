// `npm test`: every check and every test, from a fresh clone. The last line is the plain count.
import { mkdirSync, rmSync } from 'node:fs';
import { browserPath } from './browser.js';
import { check, keepCount, printCount, results, vitest, wholeAppTests } from './run-tests.js';

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const browser = browserPath();
console.log(`Browser: ${browser}`);

// Specs wait, for a server, a process or the clock, and leave nearly half of two cores idle: all else runs in the gaps.
const inTheGaps = { yielding: true, kept: true };

async function checksAndUnitTests() {
  const areas = ['app', 'main', 'renderer', 'e2e', 'tools'];
  const cruise = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs'];
  const checks = await Promise.all([
    check('types', ['main/bin/types.js'], inTheGaps),
    check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'], inTheGaps),
    check('boundaries', [...cruise, '--config', '.dependency-cruiser.cjs', ...areas], inTheGaps),
    check('corpus', ['e2e/corpus/score/corpus.js'], inTheGaps),
  ]);
  const tests = await Promise.all([
    vitest('unit', [], inTheGaps),
    vitest('component', ['--config', 'components.config.ts'], {
      ...inTheGaps,
      env: { TIERSCOPE_BROWSER: browser },
    }),
  ]);
  return [...checks, ...tests];
}

async function buildAndSpecs() {
  const build = await check('build', ['main/bin/build.js']);
  if (build.failed > 0) return [build];
  return [
    build,
    await wholeAppTests(browser, ['--project=loopback', '--project=electron-part', '--grep', '@core']),
  ];
}

const counts = (await Promise.all([buildAndSpecs(), checksAndUnitTests()])).flat();
// It measures milliseconds: nothing else runs beside it, and what it depends on has run.
if (counts[0]?.failed === 0) counts.push(await wholeAppTests(browser, ['--project=killed', '--no-deps']));
keepCount(printCount(counts));
