// A filter over a million rows: from the last letter typed until every row is checked, and the longest stall meanwhile.
import { longestStall } from './bench-app.js';
import { onTraffic } from './bench-inputs.js';
import { withRecording } from './bench-rows.js';

const ROWS = 1_000_000;
/** The subject of each filter: a tier, a number, names that rows share, texts of their own, two of them. */
const FILTERS = {
  calls: [
    ...['tier:tool', 'dur:>0ms', 'tool:tool-1*', 'tool-7', '12345', 'text:"9"', 'has:stderr'],
    '-kind:request id:*7',
  ],
  mixed: [
    ...['tier:tool', 'dur:>40ms', 'tool:read*', 'harbour', 'amber basin', 'text:harbour', 'has:stderr'],
    '-kind:notification id:*7',
  ],
};
const ROUNDS = 3;
const REST_MS = 1000;

/**
 * Types a filter; returns the milliseconds until rows are on the screen and until the last row is checked.
 * @param {import('playwright').Page} page @param {string} text
 */
function typed(page, text) {
  return page.evaluate(async (text) => {
    const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
    const field = /** @type {HTMLInputElement} */ (document.querySelector('input[aria-label="Filter"]'));
    const shown = () => Number(grid.getAttribute('aria-rowcount'));
    const drawn = () =>
      [...grid.querySelectorAll('[data-seq]')].map((row) => row.getAttribute('data-seq')).join();
    const before = drawn();
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    const startedAt = performance.now();
    let firstMs = 0;
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    do {
      await picture();
      if (firstMs === 0 && drawn() !== '' && drawn() !== before) firstMs = performance.now() - startedAt;
    } while (grid.getAttribute('aria-busy') === 'true');
    const ms = performance.now() - startedAt;
    return { ms, firstMs: firstMs || ms, rows: shown() };
  }, text);
}

/**
 * A bare loop over the same number of short texts in the same page, in milliseconds.
 * @param {import('playwright').Page} page
 */
function bareLoop(page) {
  return page.evaluate((rows) => {
    const texts = Array.from({ length: rows }, (_, row) => `tools/call tool-${row % 20} ${row}`);
    const startedAt = performance.now();
    let found = 0;
    for (const text of texts) if (text.toLowerCase().includes('tool-7')) found += 1;
    return found === 0 ? Number.NaN : performance.now() - startedAt;
  }, ROWS);
}

/** The worst of some rounds for each filter, compared with a bare loop and with the page at rest. */
export const filters = () => onTraffic(filtersOf);

/** @param {import('./bench-inputs.js').Traffic} traffic */
function filtersOf(traffic) {
  return withRecording(ROWS, traffic, async (page) => {
    const bareMs = await bareLoop(page);
    const restStallMs = await longestStall(page, () => page.waitForTimeout(REST_MS));
    /** @type {Record<string, Record<string, number>>} */
    const report = {};
    for (const filter of FILTERS[traffic]) {
      /** @type {{ ms: number, firstMs: number, rows: number, stallMs: number }[]} */
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        let one = { ms: 0, firstMs: 0, rows: 0 };
        const stallMs = await longestStall(page, async () => {
          one = await typed(page, filter);
        });
        rounds.push({ ...one, stallMs });
        await typed(page, '');
      }
      const most = (/** @type {'ms' | 'firstMs' | 'stallMs' | 'rows'} */ of) =>
        Math.round(Math.max(...rounds.map((round) => round[of])));
      report[filter] = {
        ms: most('ms'),
        firstRowsMs: most('firstMs'),
        stallMs: most('stallMs'),
        rows: most('rows'),
        restStallMs,
        bareMs: Math.round(bareMs),
        ratio: Number((most('ms') / bareMs).toFixed(2)),
      };
    }
    const all = Object.values(report);
    const worst = (/** @type {string} */ of, some = all) => Math.max(...some.map((one) => one[of] ?? 0));
    const ms = worst('ms');
    // A filter that no row passes has no first rows.
    const firstRowsMs = worst(
      'firstRowsMs',
      all.filter(({ rows = 0 }) => rows > 0),
    );
    report['the worst of them'] = {
      ...{ ms, firstRowsMs, stallMs: worst('stallMs') },
      ...{ restStallMs, bareMs: Math.round(bareMs), ratio: Number((ms / bareMs).toFixed(2)) },
    };
    return report;
  });
}
