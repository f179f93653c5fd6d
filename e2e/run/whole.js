// `npm run test:whole`, after `npm test`: everything that takes longer. Every random case of the properties, every
// kill, and the tests that run only here. The last line is the plain count of both.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './browser.js';
import { countBefore, printCount, root, vitest, wholeAppTests } from './run-tests.js';

/** The specs that `npm test` leaves out, and those that run more cases here. */
const NOT_YET_RUN = '^(?!.*@core)|@whole-too';

const env = { TIERSCOPE_WHOLE: '1' };
const browser = browserPath();
const counts = [
  countBefore(),
  await vitest('property', wholeTests(), { env }),
  // Without the specs that it depends on elsewhere: those have run.
  await wholeAppTests(browser, ['--project=killed', '--no-deps'], env),
  await wholeAppTests(browser, ['--project=loopback', '--project=electron-part', '--grep', NOT_YET_RUN], env),
];
printCount(counts);

/** The unit tests that `npm test` leaves out, and those that try fewer cases there. */
function wholeTests() {
  return ['app', 'main', 'renderer'].flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
      .map((path) => join(area, path))
      .filter((path) => /\.whole\.test\.ts$/.test(path) || (isUnitTest(path) && hasMoreCases(path))),
  );
}

/** @param {string} path */
function isUnitTest(path) {
  return /\.test\.tsx?$/.test(path) && !path.endsWith('.browser.test.tsx');
}

/** @param {string} path */
function hasMoreCases(path) {
  return /from '(?:fast-check|.*\/testing\/runs\.ts)'/.test(readFileSync(join(root, path), 'utf8'));
}
