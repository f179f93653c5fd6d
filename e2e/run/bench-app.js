// Shared by the benchmarks of the whole app: the app on its own folder, and a page that shows it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { browserPath } from './browser.js';
import { launchOptions } from './launch-options.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the app on its own data folder; returns its address, its process, the folder and a function that ends it.
 * @param {string[]} recordings the files that it opens
 */
export async function startApp(...recordings) {
  const data = mkdtempSync(join(tmpdir(), 'tierscope-bench-'));
  const command = ['main/bin/tierscope.js', 'open', '--shell', 'browser', '--no-open', '--port', '0'];
  const child = spawn(process.execPath, [...command, ...recordings], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TIERSCOPE_DATA: data },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(line)?.[0];
    if (address === undefined) continue;
    const stop = async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(data, { recursive: true, force: true });
    };
    return { address, pid: child.pid ?? 0, data, stop };
  }
  throw new Error('the app reported no address');
}

/** @returns {Promise<import('playwright').Browser>} */
export async function launchBrowser() {
  return chromium.launch({ ...launchOptions, executablePath: browserPath() });
}

/**
 * A page of the app whose error lab has made its initial calls.
 * @param {import('playwright').Browser} browser @param {string} address
 */
export async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.locator('[data-tier-count="transport"]', { hasText: '1' }).waitFor();
  return page;
}

/** How long a recording of a million frames may take to open on a slow machine, in milliseconds. */
const OPEN_MS = 600_000;

/**
 * A page of the app that shows every row of a recording.
 * @param {import('playwright').Browser} browser @param {string} address @param {number} rows
 */
export async function openRows(browser, address, rows) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.waitForFunction(
    (wanted) =>
      Number(document.querySelector('[data-frame-total]')?.getAttribute('data-frame-total')) >= wanted,
    rows,
    { timeout: OPEN_MS, polling: 200 },
  );
  return page;
}

/**
 * The longest gap between two animation frames of the page while `act` runs, in milliseconds.
 * @param {import('playwright').Page} page @param {() => Promise<void>} act
 */
export async function longestStall(page, act) {
  await page.evaluate(() => {
    const stall = { longest: 0, last: performance.now(), on: true };
    const look = () => {
      const now = performance.now();
      stall.longest = Math.max(stall.longest, now - stall.last);
      stall.last = now;
      if (stall.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(globalThis, { tierscopeBenchStall: stall });
  });
  await act();
  return page.evaluate(() => {
    const stall = Reflect.get(globalThis, 'tierscopeBenchStall');
    stall.on = false;
    return Math.round(stall.longest);
  });
}
