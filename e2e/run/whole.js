// `npm run test:whole`, after `npm test`: what that has no time for. Every random case of the properties, every kill, and
// the tests that run here alone. The last line is the plain count of both.
import { browserPath } from './browser.js';
import { countBefore, printCount, vitest, wholeAppTests } from './run-tests.js';

const before = countBefore();
const env = { TIERSCOPE_WHOLE: '1' };
const counts = [
  before,
  await vitest('property', ['related', 'app/base/testing/runs.ts'], { env }),
  await wholeAppTests(browserPath(), ['--grep', '@whole'], env),
];
printCount(counts);
