// The window over a million frames of mixed traffic, as a person waits for it, and its memory relative to a small log.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, longestStall, openRows, startApp } from './bench-app.js';
import { timed } from './bench-export.js';
import { connected, opened as openedByHost } from './bench-files.js';
import { writeMixed } from './bench-inputs.js';
import { heldMB } from './bench-seek.js';
import { middle } from './ratios.js';

const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);
const SMALL = 10_000;
const MANY = 5 * FRAMES;
const ROUNDS = 3;
const OPENINGS = 5;
const CAUSES = 10_000;
const OPEN_MS = 600_000;
const DRAG_MS = 2000;
/** Time for everything that one step causes to finish, in milliseconds. */
const REST_MS = 600;
const COLUMNS = ['message', 'duration', 'size', 'outcome'];

/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof connected>>['call']} Call */

/** Starts the page's clock for `drawn`. @param {Page} page */
const begin = (page) =>
  page.evaluate(() => Object.assign(globalThis, { tierscopeBenchFrom: performance.now() }));

/**
 * Milliseconds since `begin` until rows are rendered, and until every position can be scrolled to and every row was
 * processed.
 * @param {Page} page @param {number} frames @param {number} [from] by the page's clock, if `begin` was not called
 */
function drawn(page, frames, from = -1) {
  return page.evaluate(
    async ({ frames, from, limitMs }) => {
      const startedAt = from < 0 ? Number(Reflect.get(globalThis, 'tierscopeBenchFrom')) : from;
      const grid = () => /** @type {HTMLElement | null} */ (document.querySelector('[role="grid"]'));
      let firstMs = 0;
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const ms = performance.now() - startedAt;
        const log = grid();
        if (firstMs === 0 && log?.querySelector('[data-seq]')) firstMs = ms;
        const isWhole =
          Number(log?.dataset.frameTotal) >= frames && log?.getAttribute('aria-busy') === 'false';
        if (firstMs > 0 && isWhole) return { firstMs, allMs: ms };
        if (ms > limitMs) throw new Error(`only ${log?.dataset.frameTotal} rows after ${limitMs} ms`);
      }
    },
    { frames, from, limitMs: OPEN_MS },
  );
}

/**
 * Opens a file in the app while its page is observed; returns the milliseconds until it is on the screen.
 * @param {Page} page @param {Call} call @param {string} path
 */
async function opened(page, call, path) {
  await begin(page);
  const shown = drawn(page, FRAMES);
  const answer = await call('openRecording', { path });
  if (!answer.ok) throw new Error(answer.error);
  const [session] = answer.value.sessions;
  return { ...(await shown), session };
}

/**
 * The first opening, a second one, and one after a reload.
 * @param {Page} page @param {Call} call @param {string} path
 */
async function openings(page, call, path) {
  const first = await opened(page, call, path);
  await page.waitForTimeout(5 * REST_MS);
  await call('close', { session: first.session });
  await page.waitForFunction(() => document.querySelector('[role="grid"]') === null);
  const again = await opened(page, call, path);
  await page.reload({ waitUntil: 'commit' });
  const reload = await drawn(page, FRAMES, 0);
  return {
    'every row, first': { firstRowsMs: first.firstMs, ms: first.allMs },
    'every row, again': { firstRowsMs: again.firstMs, ms: again.allMs },
    'every row, after a reload': { firstRowsMs: reload.firstMs, ms: reload.allMs },
  };
}

/** From a click on a column header until the sorted rows are rendered. @param {Page} page @param {string} column */
async function sorted(page, column) {
  const name = page.getByRole('columnheader', { name: column }).getByRole('button');
  const startedAt = performance.now();
  let ms = 0;
  const stallMs = await longestStall(page, async () => {
    await name.evaluate((button) => {
      const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
      const first = () => grid.querySelector('[data-seq]')?.getAttribute('data-seq');
      const before = first();
      const drawn = new Promise((resolve) => {
        const look = () => {
          const isOther = first() !== undefined && first() !== before;
          if (isOther && grid.getAttribute('aria-busy') === 'false') resolve(undefined);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      Object.assign(globalThis, { tierscopeBenchSorted: drawn });
      /** @type {HTMLElement} */ (button).click();
    });
    await page.evaluate(() => Reflect.get(globalThis, 'tierscopeBenchSorted'));
    ms = performance.now() - startedAt;
  });
  await page.waitForTimeout(REST_MS);
  return { ms: Math.round(ms), stallMs };
}

/** @param {Page} page */
async function sorts(page) {
  /** @type {{ ms: number, stallMs: number }[]} */
  const rounds = [];
  await page.getByRole('grid').focus();
  for (const column of COLUMNS) {
    // In the middle of the log, each order shows different rows.
    await page.evaluate(() => {
      const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
      grid.scrollTop = grid.scrollHeight / 2;
    });
    await page.waitForTimeout(REST_MS);
    rounds.push(await sorted(page, column));
  }
  const worst = (/** @type {'ms' | 'stallMs'} */ of) => Math.max(...rounds.map((round) => round[of]));
  await page.keyboard.press('Escape');
  const restStallMs = await longestStall(page, () => page.waitForTimeout(REST_MS));
  return { ms: worst('ms'), stallMs: worst('stallMs'), restStallMs };
}

/**
 * Pictures a second while the scrollbar thumb is dragged from one end to the other, and while the page is at rest; and
 * the longest gap.
 * @param {Page} page
 */
function dragged(page) {
  return page.evaluate(async (dragMs) => {
    const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
    const pictures = async (/** @type {(share: number) => void} */ move) => {
      const startedAt = performance.now();
      let [count, gapMs, last] = [0, 0, startedAt];
      for (let now = startedAt; now - startedAt < dragMs; ) {
        move((now - startedAt) / dragMs);
        now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
        gapMs = Math.max(gapMs, now - last);
        last = now;
        count += 1;
      }
      return { perSecond: Math.round((1000 * count) / (last - startedAt)), gapMs: Math.round(gapMs) };
    };
    const atRest = await pictures(() => undefined);
    const moving = await pictures((share) => {
      grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight);
    });
    return { ...moving, restPerSecond: atRest.perSecond };
  }, DRAG_MS);
}

/** The heap of a page after a collection, once it has shown both ends of a log. @param {Page} page */
async function heapMB(page) {
  await page.getByRole('grid').focus();
  for (const key of ['Home', 'End', 'e', 'e']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(REST_MS);
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  return Math.round((await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6);
}

/**
 * The heap of a page with this many frames.
 * @param {import('playwright').Browser} browser @param {string} folder @param {number} frames
 */
async function heapOf(browser, folder, frames) {
  const path = join(folder, `of-${frames}.tierscope.jsonl`);
  writeMixed('recording', path, frames);
  const app = await startApp(path);
  const page = await openRows(browser, app.address, frames);
  const heap = await heapMB(page);
  await page.close();
  await app.stop();
  rmSync(path);
  return heap;
}

/**
 * The host's memory after one opening, and after several that were closed again.
 * @param {Call} call @param {number} pid
 * @param {string} path
 */
async function hostMemory(call, pid, path) {
  const held = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const { close } = await openedByHost(call, path);
    if (opening === 0 || opening === OPENINGS - 1) held.push(await heldMB(pid));
    await close();
  }
  const [firstMB = Number.NaN, lastMB = Number.NaN] = held;
  return { firstMB, lastMB, ratio: Number((lastMB / firstMB).toFixed(2)) };
}

/** @param {string} path */
const reported = (path) => timed(['report', path]);

/** @param {(app: Awaited<ReturnType<typeof startApp>>, call: Call) => Promise<void>} act */
async function withApp(act) {
  const app = await startApp();
  const { call, close } = await connected(app.address);
  try {
    await act(app, call);
  } finally {
    close();
    await app.stop();
  }
}

/** Everything that a person waits for. */
export async function windows() {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-window-'));
  const browser = await launchBrowser();
  /** @type {import('./bench-inputs.js').Report} */
  const report = {};
  try {
    const path = join(folder, 'mixed.tierscope.jsonl');
    writeMixed('recording', path, FRAMES);
    /** @type {Record<string, { firstRowsMs: number, ms: number }[]>} */
    const waits = {};
    /** @type {number[]} */
    const host = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await withApp(async (_, call) => {
        host.push((await openedByHost(call, path)).ms);
      });
      await withApp(async ({ address }, call) => {
        const page = await openRows(browser, address, 1);
        for (const { session } of (await call('hello', {})).sessions) await call('close', { session });
        await page.waitForFunction(() => document.querySelector('[role="grid"]') === null);
        for (const [name, wait] of Object.entries(await openings(page, call, path)))
          waits[name] = [...(waits[name] ?? []), wait];
        if (round === ROUNDS - 1) {
          report['another order'] = await sorts(page);
          report['the thumb dragged'] = await dragged(page);
        }
        await page.close();
      });
    }
    const hostMs = middle(host);
    for (const [name, rounds] of Object.entries(waits)) {
      const ms = middle(rounds.map((one) => one.ms));
      const firstRowsMs = middle(rounds.map((one) => one.firstRowsMs));
      report[name] = { firstRowsMs, ms, hostMs, overHostMs: ms - hostMs };
    }
    const smallMB = await heapOf(browser, folder, SMALL);
    for (const frames of [FRAMES, MANY]) {
      const heap = await heapOf(browser, folder, frames);
      report[`page of ${frames.toLocaleString('en')} frames`] = {
        heapMB: heap,
        smallMB,
        overMB: heap - smallMB,
      };
    }
    await withApp(async ({ pid }, call) => {
      report['host after five openings'] = await hostMemory(call, pid, path);
    });
    const { ms, peakMB } = await reported(path);
    report['report of the file'] = { ms, peakMB, hostMs, ratio: Number((ms / hostMs).toFixed(2)) };
    const causes = join(folder, 'causes.tierscope.jsonl');
    writeMixed('causes', causes, CAUSES);
    const MB = Math.round(statSync(causes).size / 1e6);
    report['report of 10,000 causes'] = { ...(await reported(causes)), hostMs, MB };
    return report;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
