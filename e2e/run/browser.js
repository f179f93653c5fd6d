// Finds a Chrome or Chromium, or sets one up: an installed one, the system's package manager, Playwright's download.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** The headless shell comes first: the same engine without a window, so a page costs less of everything else. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
];

const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/snap/bin/chromium',
];

/**
 * Each package manager's way to a Chromium, without questions: what comes before, the installation, and the packages
 * of which the first that exists is taken.
 * @type {{ program: string, before?: string[], install: string[], packages?: string[] }[]}
 */
const PACKAGE_MANAGERS = [
  {
    program: 'apt-get',
    before: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    packages: ['chromium-headless-shell', 'chromium'],
  },
  { program: 'dnf', install: ['install', '-y'] },
  { program: 'apk', install: ['add'] },
  { program: 'pacman', install: ['-Sy', '--noconfirm'] },
  { program: 'zypper', install: ['--non-interactive', 'install'] },
];

/**
 * The path of a browser that Playwright can drive.
 * @returns {Promise<string>} throws with a sentence that says what to do if no way works
 */
export async function browserPath() {
  return installedBrowser() ?? packagedBrowser() ?? (await downloadedBrowser()) ?? fail();
}

/** @returns {string | undefined} */
function installedBrowser() {
  const named = process.env.TIERSCOPE_BROWSER;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`TIERSCOPE_BROWSER names ${named}, which does not exist. Correct it or unset it.`);
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...places, ...FIXED_PLACES].find((place) => existsSync(place));
}

/** @returns {string | undefined} */
function packagedBrowser() {
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return undefined;
  for (const { program, before, install, packages = ['chromium'] } of PACKAGE_MANAGERS) {
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined) continue;
    console.error(`No Chrome or Chromium found: installing one with ${program}.`);
    /** @param {string[]} step */
    const succeeds = (step) => {
      const [command, ...args] = root ? [program, ...step] : ['sudo', '-n', program, ...step];
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      return (
        spawnSync(command ?? program, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
      );
    };
    if (before !== undefined) succeeds(before);
    packages.some((name) => succeeds([...install, name]));
    return installedBrowser();
  }
  return undefined;
}

/** @returns {Promise<string | undefined>} */
async function downloadedBrowser() {
  const { chromium } = await import('playwright');
  if (!existsSync(chromium.executablePath())) {
    console.error('No Chrome or Chromium found: trying Playwright’s own download.');
    const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** @returns {never} */
function fail() {
  throw new Error(
    'No Chrome or Chromium was found, and none could be installed. ' +
      'Install one, or set TIERSCOPE_BROWSER to the path of its program, and run this again.',
  );
}
