// `npm test`: every check and every test, from a fresh clone. The last line is the plain count.
import { mkdirSync, rmSync } from 'node:fs';
import { browserPath } from './browser.js';
import { check, keepCount, printCount, results, vitest, wholeAppTests } from './run-tests.js';

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const browser = browserPath();
console.log(`Browser: ${browser}`);

// Specs wait for servers, processes or the clock, and leave nearly half of two cores idle, for everything else.
const inTheGaps = { yielding: true, kept: true };

/** The components take longest one after the other, and so begin with the others. */
async function checksAndUnitTests() {
  const env = { TIERSCOPE_BROWSER: browser };
  return Promise.all([
    vitest('unit', [], inTheGaps),
    vitest('component', ['--config', 'components.config.ts'], { ...inTheGaps, env }),
    checks(),
  ]);
}

/** One after the other: beside all else there is no core for them. */
async function checks() {
  const areas = ['app', 'main', 'renderer', 'e2e', 'tools'];
  const cruise = ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs'];
  return [
    await check('types', ['main/bin/types.js'], inTheGaps),
    await check(
      'lint',
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
      inTheGaps,
    ),
    await check('boundaries', [...cruise, '--config', '.dependency-cruiser.cjs', ...areas], inTheGaps),
    await check('corpus', ['e2e/corpus/score/corpus.js'], inTheGaps),
  ];
}

async function buildAndSpecs() {
  const build = await check('build', ['main/bin/build.js']);
  if (build.failed > 0) return [build];
  return [
    build,
    await wholeAppTests(browser, ['--project=loopback', '--project=electron-part', '--grep', '@core']),
  ];
}

const counts = (await Promise.all([buildAndSpecs(), checksAndUnitTests()])).flat(2);
// It measures milliseconds, so nothing else runs at the same time, and its dependencies have run.
if (counts[0]?.failed === 0) counts.push(await wholeAppTests(browser, ['--project=killed', '--no-deps']));
keepCount(printCount(counts));
