// `npm run test:whole`, after `npm test`: everything that takes longer. Every random case of the properties, every
// kill, and the tests that run only here. The last line is the plain count of both.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { browserPath } from './browser.js';
import { countBefore, printCount, root, vitest, wholeAppTests } from './run-tests.js';

/** The specs that `npm test` leaves out, and those that run more cases here. */
const NOT_YET_RUN = '^(?!.*@core)|@whole-too';

const env = { TIERSCOPE_WHOLE: '1' };
const browser = browserPath();
const counts = [
  countBefore(),
  await vitest('property', ['related', 'app/base/testing/runs.ts', ...wholeTests()], { env }),
  // Without the specs that it depends on elsewhere: those have run.
  await wholeAppTests(browser, ['--project=killed', '--no-deps'], env),
  await wholeAppTests(browser, ['--project=loopback', '--project=electron-part', '--grep', NOT_YET_RUN], env),
];
printCount(counts);

/** The unit tests that `npm test` leaves out. */
function wholeTests() {
  return ['app', 'main', 'renderer'].flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.whole.test.ts'))
      .map((path) => join(area, path)),
  );
}
