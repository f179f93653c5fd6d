// `npm start` of a built app until rows are on the screen, compared with the same browser's own start on an empty page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './bench-app.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 7;
const SLOWER = 4;
/** In its own group, so that everything started by npm ends with it. */
const OWN_GROUP = process.platform !== 'win32';

/** `npm start` until it prints the address of the app. */
async function npmStart() {
  const data = mkdtempSync(join(tmpdir(), 'tierscope-bench-'));
  const words = ['start', '--', '--shell', 'browser', '--no-open', '--port', '0'];
  const child = spawn('npm', words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: OWN_GROUP,
    shell: !OWN_GROUP,
    env: { ...process.env, TIERSCOPE_DATA: data },
  });
  const stop = async () => {
    // npm ends before the app: its output closes once both are gone.
    const gone = once(child, 'close');
    child.stdout.resume();
    process.kill(OWN_GROUP ? -(child.pid ?? 0) : (child.pid ?? 0), 'SIGTERM');
    await gone;
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(line)?.[0];
    if (address !== undefined) return { address, stop };
  }
  throw new Error('the app reported no address');
}

/**
 * Starts the browser on an address; returns the milliseconds until the page is loaded and, with `rows`, until it has a
 * row.
 * @param {string} address @param {boolean} rows
 */
async function shown(address, rows) {
  const startedAt = performance.now();
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  const loadedMs = performance.now() - startedAt;
  if (rows) await page.waitForFunction(() => document.querySelector('[role="row"][data-seq]') !== null);
  const ms = performance.now() - startedAt;
  await browser.close();
  return { ms, loadedMs };
}

/** Milliseconds until a page has rows with a CPU slowed down four times. @param {string} address */
async function shownSlowly(address) {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const startedAt = performance.now();
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('[role="row"][data-seq]') !== null);
  const ms = performance.now() - startedAt;
  await browser.close();
  return ms;
}

/** An empty page of this machine. */
async function emptyPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>empty</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Alternating, so that a busy machine affects both equally; the median of each start minus the browser's own. */
export async function starts() {
  const empty = await emptyPage();
  /** @type {{ overMs: number, ratio: number, listeningMs: number, loadedMs: number, browserMs: number, slowMs: number }[]} */
  const rounds = [];
  // The first round fills the disk caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const browser = await shown(empty.address, false);
    const startedAt = performance.now();
    const app = await npmStart();
    const listeningMs = performance.now() - startedAt;
    const page = await shown(app.address, true);
    const slowMs = await shownSlowly(app.address);
    await app.stop();
    const whole = listeningMs + page.ms;
    const figures = {
      overMs: whole - browser.ms,
      ratio: whole / browser.ms,
      listeningMs,
      loadedMs: page.loadedMs - browser.ms,
      browserMs: browser.ms,
      slowMs,
    };
    if (round > 0) rounds.push(figures);
  }
  empty.stop();
  const of = (/** @type {keyof typeof rounds[number]} */ key, share = 0.5) => {
    const sorted = rounds.map((round) => round[key]).sort((one, other) => one - other);
    return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  };
  return {
    'npm start to rows': {
      overMs: Math.round(of('overMs')),
      middleHalf: `${Math.round(of('overMs', 0.25))} to ${Math.round(of('overMs', 0.75))} ms`,
      browserMs: Math.round(of('browserMs')),
      ratio: Number(of('ratio').toFixed(2)),
      listeningMs: Math.round(of('listeningMs')),
      pageMs: Math.round(of('loadedMs')),
    },
    'first row on a processor four times slower': {
      ms: Math.round(of('slowMs')),
      middleHalf: `${Math.round(of('slowMs', 0.25))} to ${Math.round(of('slowMs', 0.75))} ms`,
      browserMs: Math.round(of('browserMs')),
    },
  };
}
