// How the runs start their tests, count them and report failures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const results = join(root, 'test-results');
const countFile = join(results, 'count.json');

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** The names of failed tests, repeated at the end, where they are easy to find. @type {string[]} */
export const failures = [];

/**
 * `kept` returns the output instead of showing it as it arrives; `yielding` leaves the CPU to everything else.
 * @typedef {{ env?: Record<string, string>, kept?: boolean, yielding?: boolean }} RunOptions
 */

/** Out of 19: yielding programs keep a third of the CPU if others want all of it. */
const YIELDING = 5;

/** Runs one program of the project's packages. @param {string[]} args @param {RunOptions} [options] */
async function run(args, { env = {}, kept = false, yielding = false } = {}) {
  const output = kept ? 'pipe' : 'inherit';
  if (!kept) console.log(`\n> ${args.join(' ')}`);
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  if (yielding && child.pid !== undefined) setPriority(child.pid, YIELDING);
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  return { passed: status === 0, output: Buffer.concat(chunks).toString() };
}

/** @param {string} name @param {string[]} args @param {RunOptions} [options] @returns {Promise<Count>} */
export async function check(name, args, options = {}) {
  const { passed, output } = await run(args, { ...options, kept: true });
  console.log(`\n> ${args.join(' ')}\n${output}${passed ? '✓' : '✗'} ${name}`);
  if (!passed) failures.push(name);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** @param {string} name @param {string[]} args @param {RunOptions} [options] @returns {Promise<Count>} */
export async function vitest(name, args = [], options = {}) {
  const file = join(results, `${name}.json`);
  const { passed, output } = await run(
    [
      ...['node_modules/vitest/vitest.mjs', '--run', ...args],
      ...['--reporter=default', '--reporter=json', `--outputFile=${file}`],
    ],
    options,
  );
  if (output !== '') console.log(`\n> ${name} tests\n${output}`);
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  failures.push(...failedUnitTests(report));
  const count = { passed: report?.numPassedTests ?? 0, failed, skipped: report?.numPendingTests ?? 0 };
  // A suite that failed to load counts no test, but must not pass.
  if (passed || failed > 0) return count;
  failures.push(`${name} tests: an error outside of any test, see above`);
  return { ...count, failed: 1 };
}

/**
 * @param {string} browser @param {string[]} args of Playwright @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
export async function wholeAppTests(browser, args = [], env = {}) {
  const file = join(results, 'whole-app.json');
  rmSync(file, { force: true });
  const { passed } = await run(['e2e/run/e2e.js', ...args], {
    env: { ...env, TIERSCOPE_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
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

/** Lists the failures, and prints the plain count as the last line. @param {readonly Count[]} counts */
export function printCount(counts) {
  const sum = counts.reduce(
    (total, count) => ({
      passed: total.passed + count.passed,
      failed: total.failed + count.failed,
      skipped: total.skipped + count.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
  for (const failure of failures) console.log(`\nFailed: ${failure}`);
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
  return sum;
}

/** Saves a count for later runs, each of which adds its own. @param {Count} count */
export function keepCount(count) {
  writeFileSync(countFile, JSON.stringify(count));
}

/** The count of the previous run. @returns {Count} */
export function countBefore() {
  return readReport(countFile) ?? { passed: 0, failed: 0, skipped: 0 };
}
