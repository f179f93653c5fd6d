// Finds the browser for the tests. Prefers a headless shell to a full browser: it is the same engine without a window,
// so a page costs less. If there is none, downloads it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];

const FULL_BROWSERS = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/snap/bin/chromium',
];

/**
 * How each package manager installs a browser without questions: preparation, installation, and the package of the
 * headless shell if it has one.
 * @type {{ program: string, before?: string[], install: string[], shell?: string }[]}
 */
const PACKAGE_MANAGERS = [
  {
    program: 'apt-get',
    before: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    shell: 'chromium-headless-shell',
  },
  { program: 'dnf', install: ['install', '-y'] },
  { program: 'apk', install: ['add'] },
  { program: 'pacman', install: ['-Sy', '--noconfirm'] },
  { program: 'zypper', install: ['--non-interactive', 'install'] },
];

/**
 * The path of a browser that Playwright can drive: from TIERSCOPE_BROWSER, else a headless shell, else a full browser.
 * Downloads a headless shell if none is installed. If every way fails, throws a sentence that says what to do.
 * @returns {string}
 */
export function browserPath() {
  return (
    namedBrowser() ??
    installedShell() ??
    fetchedShell() ??
    installed(FULL_BROWSERS) ??
    packagedBrowser() ??
    fail()
  );
}

/** @returns {string | undefined} */
function namedBrowser() {
  const named = process.env.TIERSCOPE_BROWSER ?? '';
  if (named === '') return undefined;
  if (existsSync(named)) return named;
  throw new Error(`TIERSCOPE_BROWSER names ${named}, which does not exist. Correct it or unset it.`);
}

/** The first of these programs that exists; a name is looked up on the PATH. @param {string[]} programs */
function installed(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = programs.flatMap((program) => [program, ...folders.map((folder) => join(folder, program))]);
  return places.find((place) => /[/\\]/.test(place) && existsSync(place));
}

/** On the PATH, or Playwright's own download. */
function installedShell() {
  return ifItRuns(installed(SHELLS)) ?? ifItRuns(downloadedShell());
}

/** A downloaded browser may lack a system library. @param {string | undefined} path */
function ifItRuns(path) {
  if (path === undefined) return undefined;
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0 ? path : undefined;
}

/** @returns {string | undefined} */
function fetchedShell() {
  const named = 'TIERSCOPE_BROWSER=<path> names another browser';
  console.error(`The tests run in Chromium’s headless shell: fetching it (${named}).`);
  // A download changes nothing on the system, so it comes first unless the user is root.
  const ways = [() => install(({ shell }) => shell), () => playwright('ignore')];
  for (const way of process.getuid?.() === 0 ? ways : ways.reverse()) {
    way();
    const path = installedShell();
    if (path !== undefined) return path;
  }
  return undefined;
}

/** @returns {string | undefined} */
function packagedBrowser() {
  console.error('No Chrome or Chromium found: installing one.');
  install(() => 'chromium');
  return installed(FULL_BROWSERS);
}

/**
 * Installs a package with the first available package manager, as root.
 * @param {(manager: (typeof PACKAGE_MANAGERS)[number]) => string | undefined} packageOf undefined if it has none
 */
function install(packageOf) {
  const isThere = (/** @type {{ program: string }} */ { program }) =>
    spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
  const manager = PACKAGE_MANAGERS.find(isThere);
  const name = manager && packageOf(manager);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (manager === undefined || name === undefined) return;
  const steps = [...(manager.before === undefined ? [] : [manager.before]), [...manager.install, name]];
  for (const step of steps) {
    const [program = '', ...args] = [...asRoot, manager.program, ...step];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
}

/** Runs Playwright's installation of the headless shell. @param {'ignore' | 'pipe'} output @param {string[]} more */
function playwright(output, ...more) {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  const args = [cli, 'install', '--only-shell', 'chromium', ...more];
  return spawnSync(process.execPath, args, { stdio: ['ignore', output, 'ignore'] }).stdout;
}

/** Where Playwright stores its headless shell, installed or not. @type {string | undefined} */
let downloads;

/** @returns {string | undefined} */
function downloadedShell() {
  downloads ??= /Install location:\s+(.*)/.exec(String(playwright('pipe', '--dry-run')))?.[1] ?? '';
  if (!existsSync(downloads)) return undefined;
  const names = readdirSync(downloads, { recursive: true, encoding: 'utf8' });
  const found = names.find((name) => /(^|[/\\])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(name));
  return found === undefined ? undefined : join(downloads, found);
}

/** @returns {never} */
function fail() {
  throw new Error(
    'No Chrome or Chromium was found, and none could be installed. ' +
      'Install one, or set TIERSCOPE_BROWSER to the path of its program, and run this again.',
  );
}
