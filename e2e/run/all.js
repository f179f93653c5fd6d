// `npm test`: every check and every test, from a fresh clone. The last line is the plain count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const results = join(root, 'test-results');

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** What failed, by name: named once more at the end, where it is found. @type {string[]} */
const failures = [];

/**
 * Runs one program of the project's packages; its output is shown as it comes, or is given if it is `kept`.
 * @param {string[]} args @param {{ env?: Record<string, string>, kept?: boolean }} [options]
 */
async function run(args, { env = {}, kept = false } = {}) {
  const output = kept ? 'pipe' : 'inherit';
  if (!kept) console.log(`\n> ${args.join(' ')}`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  return { passed: status === 0, output: Buffer.concat(chunks).toString() };
}

/** @param {string} name @param {string[]} args @returns {Promise<Count>} */
async function check(name, args) {
  const { passed, output } = await run(args, { kept: true });
  console.log(`\n> ${args.join(' ')}\n${output}${passed ? '✓' : '✗'} ${name}`);
  if (!passed) failures.push(name);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/**
 * @param {string} name @param {string[]} args
 * @param {{ env?: Record<string, string>, kept?: boolean }} [options] those of {@link run}
 * @returns {Promise<Count>}
 */
async function vitest(name, args = [], options = {}) {
  const file = join(results, `${name}.json`);
  const { passed, output } = await run(
    [
      ...['node_modules/vitest/vitest.mjs', 'run', ...args],
      ...['--reporter=default', '--reporter=json', `--outputFile=${file}`],
    ],
    options,
  );
  if (output !== '') console.log(`\n> ${name} tests\n${output}`);
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  failures.push(...failedUnitTests(report));
  const count = { passed: report?.numPassedTests ?? 0, failed, skipped: report?.numPendingTests ?? 0 };
  // A suite that could not load counts no test: it must not pass for that.
  if (passed || failed > 0) return count;
  failures.push(`${name} tests: an error outside of any test, see above`);
  return { ...count, failed: 1 };
}

/** @param {string} browser @returns {Promise<Count>} */
async function wholeAppTests(browser) {
  const file = join(results, 'e2e.json');
  const { passed } = await run(['e2e/run/e2e.js'], {
    env: { TIERSCOPE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const report = readReport(file);
  const stats = report?.stats;
  // A test that needs a second try has failed.
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  failures.push(...failedSpecs(report?.suites ?? []));
  const count = { passed: stats?.expected ?? 0, failed, skipped: stats?.skipped ?? 0 };
  if (passed || failed > 0) return count;
  failures.push('whole-app tests: an error outside of any test, see above');
  return { ...count, failed: 1 };
}

/** @param {any} report vitest's JSON @returns {string[]} */
function failedUnitTests(report) {
  return (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [`${file.name}: ${file.message}`] : [];
    return failed.map(
      (/** @type {any} */ test) => `${file.name} › ${test.fullName}\n${test.failureMessages.join('\n')}`,
    );
  });
}

/** @param {any[]} suites Playwright's JSON @returns {string[]} */
function failedSpecs(suites) {
  return suites.flatMap((suite) => [
    ...failedSpecs(suite.suites ?? []),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => `${spec.file}:${spec.line} › ${spec.title}`),
  ]);
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

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
    ...['app', 'main', 'renderer', 'e2e'],
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

const sum = counts.reduce(
  (total, count) => ({
    passed: total.passed + count.passed,
    failed: total.failed + count.failed,
    skipped: total.skipped + count.skipped,
  }),
  { passed: 0, failed: 0, skipped: 0 },
);
for (const failure of failures) console.log(`\nFailed: ${failure}`);
console.log(
  `\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`,
);
process.exitCode = sum.failed === 0 ? 0 : 1;
