// `npm test`: every check and every test, from a fresh clone. The last line is the plain count.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const results = join(root, 'test-results');

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** What failed, by name: told once more at the end, where it is found. @type {string[]} */
const failures = [];

/**
 * Runs one program of the project's packages and shows its output.
 * @param {string[]} words @param {Record<string, string>} [env]
 */
function run(words, env = {}) {
  console.log(`\n> ${words.join(' ')}`);
  const started = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return started.status === 0;
}

/** @param {string} name @param {string[]} words @returns {Count} */
function check(name, words) {
  const passed = run(words);
  console.log(`${passed ? '✓' : '✗'} ${name}`);
  if (!passed) failures.push(name);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** @returns {Count} */
function unitTests() {
  const file = join(results, 'unit.json');
  const passed = run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ]);
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  failures.push(...failedUnitTests(report));
  const count = { passed: report?.numPassedTests ?? 0, failed, skipped: report?.numPendingTests ?? 0 };
  // A suite that could not load counts no test: it must not pass for that.
  if (passed || failed > 0) return count;
  failures.push('unit tests: an error outside of any test, see above');
  return { ...count, failed: 1 };
}

/** @param {string} browser @returns {Count} */
function wholeAppTests(browser) {
  const file = join(results, 'e2e.json');
  const passed = run(['node_modules/playwright/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    TIERSCOPE_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport(file);
  const stats = report?.stats;
  const failed = stats?.unexpected ?? 0;
  const flaky = stats?.flaky ?? 0;
  failures.push(...failedSpecs(report?.suites ?? []));
  if (flaky > 0) console.log(`Passed only at the second try, as marked "flaky" above: ${flaky}`);
  const count = { passed: (stats?.expected ?? 0) + flaky, failed, skipped: stats?.skipped ?? 0 };
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
const browser = await browserPath();
console.log(`Browser: ${browser}`);

/** @type {Count[]} */
const counts = [
  check('types', ['main/bin/types.js']),
  check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  check('boundaries', [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    ...['app', 'main', 'renderer', 'e2e'],
  ]),
  unitTests(),
];
const build = check('build', ['main/bin/build.js']);
counts.push(build);
if (build.failed === 0) counts.push(wholeAppTests(browser));

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
