// Notifications at full speed while the page follows them, in every view, compared with a page without the app.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, longestStall, openPage, startApp } from './bench-app.js';
import { mixedInput, writeRecording } from './bench-inputs.js';
import { commands, connect } from './bench-sessions.js';
import { middle } from './ratios.js';

/** @typedef {import('playwright').Page} Page @typedef {import('playwright').Browser} Browser */

export const BURST_SIZES = [10_000, 100_000];
const ROUNDS = 3;
const REST_MS = 2000;
const LIMIT_MS = 120_000;
const FRAMES = 1_000_000;
const OPEN_MS = 600_000;

/** The views that are open while rows arrive. @type {Record<string, (page: Page) => Promise<void>>} */
const VIEWS = {
  'one row for each call': async (page) => {
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
  },
  'plain log': async () => undefined,
  'filter set': async (page) => {
    await page.getByRole('combobox', { name: 'Filter' }).fill('method:notifications/message *7*');
    await page.getByRole('grid', { name: 'Frame log' }).focus();
  },
  'merged log': async (page) => {
    await page.getByRole('tab', { name: 'All sessions' }).click();
  },
  'search open': async (page) => {
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Text to find' }).fill('77 of');
    // A match in the first pass would be jumped to.
    await page.getByText('nothing found').waitFor();
  },
  'rows selected': async (page) => {
    const rows = page.locator('[role="grid"][aria-label="Frame log"] [role="row"][data-seq]');
    const count = await rows.count();
    await rows.nth(count - 8).click();
    await rows.nth(count - 3).click({ modifiers: ['Shift'] });
  },
};

/**
 * One burst, measured inside the page: every frame is observed, and the longest gap between two is the stall.
 * @param {Page} page @param {number} size
 */
function burst(page, size) {
  return page.evaluate(
    async ({ size, limitMs }) => {
      const grid = /** @type {HTMLElement} */ (
        document.querySelector('[role="grid"][aria-label="Frame log"]')
      );
      const total = () => Number(grid.dataset.frameTotal);
      const before = total();
      const token = sessionStorage.getItem('tierscope.token');
      const socket = new WebSocket(`ws://${location.host}/ws`, ['tierscope.v1', `token.${token}`]);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      /** @param {string} method @param {object} input @returns {Promise<any>} */
      const asked = (method, input) =>
        new Promise((resolve) => {
          socket.addEventListener('message', ({ data }) => {
            const isAnswer = typeof data === 'string' && data.startsWith(`{"t":"s","i":"${method}"`);
            if (isAnswer) resolve(JSON.parse(data).r);
          });
          socket.send(JSON.stringify({ t: 'q', i: method, m: method, a: [input] }));
        });
      const session = document.querySelector('[role="tab"][data-session]')?.getAttribute('data-session');
      const input = { session, name: 'notification-burst', arguments: { count: size } };
      const answered = asked('callTool', input);
      let [first, longest, last] = [0, 0, performance.now()];
      const started = last;
      // The last frame of a call is folded into the call's row.
      const pressed = [...document.querySelectorAll('button[aria-pressed="true"]')];
      const isFolded = pressed.some((button) => button.textContent === 'Calls');
      const isWhole = () =>
        total() >= before + size + 2 &&
        Number(grid.getAttribute('aria-rowcount')) + Number(grid.dataset.hidden) === total() &&
        (isFolded ||
          [...grid.querySelectorAll('[role="row"]')].some(
            (row) => row.getAttribute('aria-rowindex') === grid.getAttribute('aria-rowcount'),
          ));
      for (;;) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        // The request's own row comes first, then the notifications.
        if (first === 0 && total() > before + 1) first = now;
        if (isWhole()) break;
        if (now - started > limitMs) throw new Error(`only ${total() - before} rows after ${limitMs} ms`);
      }
      await answered;
      // When the host read the last byte: the time of the answer's record, by the shared clock.
      const { sessions, logs } = await asked('hello', {});
      const named = (/** @type {any} */ one) => one.session === session;
      const seq = logs.find(named).length;
      const [record] = (await asked('readRecords', { session, first: seq, last: seq, limit: 1 })).value;
      socket.close();
      const readAt = Date.parse(sessions.find(named).startedAt) + record.at - performance.timeOrigin;
      return {
        longestStallMs: longest,
        afterLastByteMs: last - readAt,
        visibleAfterMs: last - first,
        rows: total() - before,
        dropped: Number(grid.dataset.dropped),
      };
    },
    { size, limitMs: LIMIT_MS },
  );
}

/** @param {number[]} values */
function spread(values) {
  return `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
}

/**
 * The stalls of an empty page in the same browser: at rest, and while the host handles the same bursts.
 * @param {Browser} browser @returns {Promise<{ restStallMs: number, emptyPageStallMs: number }>}
 */
async function withoutTheApp(browser, /** @type {number} */ size) {
  const app = await startApp();
  const { send, close } = await commands(app.address);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const restStallMs = await longestStall(page, () => page.waitForTimeout(REST_MS));
  const session = (await send('hello', {})).sessions[0].session;
  const stalls = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    stalls.push(
      await longestStall(page, () =>
        send('callTool', { session, name: 'notification-burst', arguments: { count: size } }),
      ),
    );
  }
  close();
  await page.close();
  await app.stop();
  return { restStallMs, emptyPageStallMs: middle(stalls) };
}

/**
 * @param {Browser} browser @param {number} size @param {string} view @param {number} bareClientMs
 * @param {boolean} [isMixed] whether the lines are those of a busy server, some of which are not JSON
 */
async function inView(browser, size, view, bareClientMs, isMixed = false) {
  const app = await startApp();
  const page = await openPage(browser, app.address);
  const others = await commands(app.address);
  if (isMixed) {
    const [lab] = (await others.send('hello', {})).sessions;
    await others.send('close', { session: lab.session });
    await connect(others.send, mixedInput, 'server');
    await page.getByRole('grid', { name: 'Frame log' }).waitFor();
  }
  // The merged log needs several sessions.
  for (let more = 0; view === 'merged log' && more < 2; more += 1) await others.send('startLab', {});
  others.close();
  await page.getByRole('button', { name: 'Frames', exact: true }).click();
  await VIEWS[view]?.(page);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await burst(page, size));
  await page.close();
  await app.stop();
  const stalls = rounds.map(({ longestStallMs }) => longestStallMs);
  const latest = rounds.map(({ afterLastByteMs }) => afterLastByteMs);
  const visibleAfterMs = middle(rounds.map((round) => round.visibleAfterMs));
  return {
    longestStallMs: middle(stalls),
    longestStallMsSpread: spread(stalls),
    afterLastByteMs: middle(latest),
    afterLastByteMsSpread: spread(latest),
    visibleAfterMs,
    bareClientMs,
    ratio: Number((visibleAfterMs / bareClientMs).toFixed(2)),
    rows: rounds.reduce((sum, { rows }) => sum + rows, 0),
    dropped: rounds.at(-1)?.dropped ?? 0,
  };
}

/**
 * The memory of a page with a million frames: its heap after a collection, and its process, of which only Linux reports
 * the unshared part. Compared with an empty page.
 * @param {Browser} browser
 */
async function pageMemory(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-page-'));
  const recording = join(folder, 'large.tierscope.jsonl');
  await writeRecording(recording, FRAMES);
  const empty = await browser.newPage();
  const emptyPage = await memoryOf(browser, empty);
  await empty.close();
  const app = await startApp(recording);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(app.address);
  await page.waitForFunction(
    (wanted) =>
      Number(document.querySelector('[data-frame-total]')?.getAttribute('data-frame-total')) >= wanted,
    FRAMES,
    { timeout: OPEN_MS, polling: 200 },
  );
  const figures = await memoryOf(browser, page);
  await page.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
  return { ...figures, emptyPageMB: emptyPage.processMB };
}

/** @param {Browser} browser @param {Page} page */
async function memoryOf(browser, page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const held = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMB(id));
  const [processMB = Number.NaN, privateMB = Number.NaN] = held.sort(([a], [b]) => b - a)[0] ?? [];
  return { heapMB: Math.round(usedSize / 1e6), processMB, privateMB };
}

/** The resident memory of a process: in total, and unshared. @param {number} pid @returns {[number, number]} */
function residentMB(pid) {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  const of = (/** @type {string} */ which) =>
    Math.round(Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1000);
  return [of('VmRSS'), of('RssAnon')];
}

/**
 * Every view with every size, and the memory of a page with a million frames.
 * @param {Record<number, number>} bare how long the bare SDK client takes for each size, in milliseconds
 */
export async function bursts(bare) {
  const browser = await launchBrowser();
  /** @type {Record<string, object>} */
  const report = {};
  for (const size of BURST_SIZES) {
    const rest = await withoutTheApp(browser, size);
    // The small burst is over before a view can matter.
    for (const view of size === BURST_SIZES[0]
      ? ['one row for each call', 'plain log']
      : Object.keys(VIEWS)) {
      const figures = await inView(browser, size, view, bare[size] ?? Number.NaN);
      report[`${size.toLocaleString('en')} notifications, ${view}`] = { ...figures, ...rest };
    }
    for (const view of ['one row for each call', 'plain log']) {
      const figures = await inView(browser, size, view, bare[size] ?? Number.NaN, true);
      report[`${size.toLocaleString('en')} mixed lines, ${view}`] = { ...figures, ...rest };
    }
  }
  report['page of 1,000,000 frames'] = await pageMemory(browser);
  await browser.close();
  return report;
}
