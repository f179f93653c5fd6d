// Using the page while a large recording is still being read, compared with the same once it is open.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, longestStall, openRows, startApp } from './bench-app.js';
import { connected } from './bench-files.js';
import { onTraffic, writeRecording } from './bench-inputs.js';

const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);
const ROUNDS = 3;
const OPEN_MS = 600_000;
const TURNS = 4;
const WHEEL_PX = 900;
/** Time for everything that one input causes to finish before the next, as with a person's hand. */
const PAUSE_MS = 50;
const REST_MS = 1000;
const FILTERS = { calls: 'tool-7', mixed: 'read_file' };
/** Until a row is selected or the log is scrolled, and until the rows of a filter appear. */
const NO_ANSWERS = { answerMs: 0, filterMs: 0 };

/** @typedef {import('playwright').Page} Page */
/** @typedef {'scrolled' | 'selected' | 'filtered'} Answer */

/**
 * Returns the milliseconds from an input, as the browser got it, until the page has rendered the result.
 * @param {Page} page @param {string} event the kind of the input @param {Answer} answer @param {() => Promise<void>} input
 * @param {string} [text] what each row of a filter has
 */
async function answered(page, event, answer, input, text = '') {
  await page.evaluate(
    ({ event, answer, text }) => {
      const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
      const rows = () => [...grid.querySelectorAll('[data-seq]')];
      const selected = () => grid.querySelector('[aria-selected="true"]')?.getAttribute('data-seq');
      // Each selection has its own page, so its headline is a different element.
      const headline = () => document.querySelector('[aria-label="Inspector"] [role="tabpanel"] section');
      const before = { first: rows()[0]?.getAttribute('data-seq'), row: selected(), head: headline() };
      const isDrawn = {
        scrolled: () => rows().length > 0 && rows()[0]?.getAttribute('data-seq') !== before.first,
        selected: () => selected() !== undefined && selected() !== before.row && headline() !== before.head,
        filtered: () => rows().length > 0 && rows().every((row) => row.textContent?.includes(text)),
      }[answer];
      const drawn = new Promise((resolve) => {
        const heard = (/** @type {Event} */ { timeStamp }) => {
          const look = () =>
            isDrawn() ? resolve(performance.now() - timeStamp) : void requestAnimationFrame(look);
          requestAnimationFrame(look);
        };
        addEventListener(event, heard, { capture: true, once: true });
      });
      Object.assign(globalThis, { tierscopeBenchDrawn: drawn });
    },
    { event, answer, text },
  );
  await input();
  const ms = await page.evaluate(() => Reflect.get(globalThis, 'tierscopeBenchDrawn'));
  await page.waitForTimeout(PAUSE_MS);
  return Number(ms);
}

/** The number of rows on the page. @param {Page} page */
async function held(page) {
  return Number(await page.getByRole('grid', { name: 'Frame log' }).getAttribute('data-frame-total'));
}

/**
 * Several rounds of inputs; the slowest response of each kind, in milliseconds.
 * @param {Page} page @param {string} filter @param {() => Promise<void>} between is done after each turn
 */
async function used(page, filter, between) {
  const log = page.getByRole('grid', { name: 'Frame log' });
  const field = page.getByLabel('Filter', { exact: true });
  const slowest = { ...NO_ANSWERS };
  const take = (/** @type {keyof typeof slowest} */ kind, /** @type {number} */ ms) => {
    slowest[kind] = Math.max(slowest[kind], Math.round(ms));
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    // From the first row on there is a way to scroll, whatever the previous round has left.
    await log.focus();
    await page.keyboard.press('Home');
    await page.waitForTimeout(PAUSE_MS);
    const row = log.getByRole('row').nth(3 + turn);
    take('answerMs', await answered(page, 'mousedown', 'selected', () => row.click()));
    for (const way of [WHEEL_PX, WHEEL_PX, -WHEEL_PX])
      take('answerMs', await answered(page, 'wheel', 'scrolled', () => page.mouse.wheel(0, way)));
    for (const key of ['j', 'e'])
      take('answerMs', await answered(page, 'keydown', 'selected', () => page.keyboard.press(key)));
    await field.focus();
    await page.keyboard.insertText(filter.slice(0, -1));
    const last = filter.slice(-1);
    take('filterMs', await answered(page, 'keydown', 'filtered', () => page.keyboard.press(last), filter));
    await field.fill('');
    await between();
  }
  return slowest;
}

/**
 * One opening: the slowest responses and the longest stall while rows arrive, and the same inputs once all are there.
 * @param {import('playwright').Browser} browser @param {string} path @param {string} filter
 */
async function round(browser, path, filter) {
  const app = await startApp();
  try {
    const { call, close } = await connected(app.address);
    const page = await openRows(browser, app.address, 0);
    const restStallMs = await longestStall(page, () => page.waitForTimeout(REST_MS));
    await call('openRecording', { path });
    close();
    await page.waitForFunction(() => document.querySelectorAll('[role="grid"] [data-seq]').length > 10);
    let rows = await held(page);
    const stillGrows = async () => {
      const now = await held(page);
      if (now <= rows || now >= FRAMES) throw new Error(`the file is not being opened any more: ${now} rows`);
      rows = now;
    };
    let opening = NO_ANSWERS;
    const stallMs = await longestStall(page, async () => {
      opening = await used(page, filter, stillGrows);
    });
    await page.waitForFunction(
      (wanted) =>
        Number(document.querySelector('[data-frame-total]')?.getAttribute('data-frame-total')) >= wanted,
      FRAMES,
      { timeout: OPEN_MS, polling: 200 },
    );
    const open = await used(page, filter, async () => undefined);
    await page.close();
    const beside = { openAnswerMs: open.answerMs, openFilterMs: open.filterMs };
    return { rows, stallMs, restStallMs, ...opening, ...beside };
  } finally {
    await app.stop();
  }
}

/** The median of some openings for each figure, which is the worst of its opening; and how far they agree. */
export const openings = () => onTraffic(openingsOf);

/** @param {import('./bench-inputs.js').Traffic} traffic */
async function openingsOf(traffic) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-opening-'));
  const browser = await launchBrowser();
  try {
    const path = join(folder, 'large.tierscope.jsonl');
    await writeRecording(path, FRAMES, traffic);
    const rounds = [];
    for (let at = 0; at < ROUNDS; at += 1) rounds.push(await round(browser, path, FILTERS[traffic]));
    /** @type {Record<string, number | string>} */
    const report = { frames: FRAMES };
    for (const figure of /** @type {(keyof typeof rounds[0])[]} */ (Object.keys(rounds[0] ?? {}))) {
      const values = rounds.map((one) => one[figure]).sort((one, other) => one - other);
      report[figure] = values[values.length >> 1] ?? Number.NaN;
      report[`${figure}Spread`] = `${values[0]} to ${values.at(-1)}`;
    }
    return { 'used while it opens': report };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
