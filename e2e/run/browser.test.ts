import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const MODULE = new URL('browser.js', import.meta.url).href;
const isWindows = process.platform === 'win32';

/** The folders of a PATH that contain only these programs, each a shell script. */
function machine(...folders: Readonly<Record<string, string>>[]) {
  const root = mkdtempSync(join(tmpdir(), 'tierscope-browser-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = folders.map((programs, index) => {
    const folder = join(root, String(index));
    mkdirSync(folder);
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, name), 0o755);
    }
    return folder;
  });
  const env = {
    PATH: path.join(':'),
    // Playwright has no browser for such a system, and fails at once.
    PLAYWRIGHT_HOST_PLATFORM_OVERRIDE: 'no-system',
  };
  const script = `process.stdout.write((await import(${JSON.stringify(MODULE)})).browserPath())`;
  return {
    in: (folder: number, name: string) => join(root, String(folder), name),
    found: (named: Readonly<Record<string, string>> = {}) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        env: { ...env, ...named },
      }),
  };
}

const RUNS = 'exit 0';
/** An `apt-get` that installs its last argument into its own folder, and a `sudo` that runs it. */
const PACKAGES = {
  'apt-get':
    'for word; do :; done\n[ "$1" = install ] && /bin/cp "$0" "$(/usr/bin/dirname "$0")/$word"; exit 0',
  sudo: 'shift; exec "$@"',
};

it.skipIf(isWindows)('takes a headless shell before a full browser, wherever they stand on the PATH', () => {
  const here = machine({ chromium: RUNS }, { 'chromium-headless-shell': RUNS });
  expect(here.found().stdout).toBe(here.in(1, 'chromium-headless-shell'));
});

it.skipIf(isWindows)('takes the browser that is named before any other', () => {
  const here = machine({ chromium: RUNS }, { 'chromium-headless-shell': RUNS });
  const chromium = here.in(0, 'chromium');
  expect(here.found({ TIERSCOPE_BROWSER: chromium }).stdout).toBe(chromium);
  expect(here.found({ TIERSCOPE_BROWSER: '/no/such' }).stderr).toMatch(
    /names \/no\/such, which does not exist/,
  );
});

it.skipIf(isWindows)('fetches a headless shell where only a full browser stands, and says so', () => {
  const here = machine({ chromium: RUNS, ...PACKAGES });
  const { stdout, stderr } = here.found();
  expect(stdout).toBe(here.in(0, 'chromium-headless-shell'));
  expect(stderr).toContain('fetching it');
});

it.skipIf(isWindows)(
  'takes the full browser if no shell can be fetched, or if the one there cannot run',
  () => {
    expect(machine({ chromium: RUNS }).found().stdout).toMatch(/0\/chromium$/);
    const broken = machine({ chromium: RUNS, 'chromium-headless-shell': 'exit 127' });
    expect(broken.found().stdout).toBe(broken.in(0, 'chromium'));
  },
);
