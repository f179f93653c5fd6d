// `e` to the next error among a million rows, compared with `j` to the next row: from the key until the row is rendered
// as selected and the inspector has its headline.
import { onTraffic } from './bench-inputs.js';
import { withRecording } from './bench-rows.js';

const ROWS = 1_000_000;
const PRESSES = 200;
/** Time for the frame of one key to finish before the next key, as with a person's finger. */
const PAUSE_MS = 50;

/**
 * @param {import('playwright').Page} page @param {string} key
 * @returns {Promise<number[]>} milliseconds of each press
 */
function presses(page, key) {
  return page.evaluate(
    async ({ key, presses, pauseMs }) => {
      const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
      const selected = () => grid.querySelector('[aria-selected="true"]')?.getAttribute('data-seq');
      // Each selection has its own page, so its headline is a different element.
      const headline = () => document.querySelector('[aria-label="Inspector"] [role="tabpanel"] section');
      const times = [];
      for (let press = 0; press < presses; press += 1) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await picture();
        const [row, head] = [selected(), headline()];
        const startedAt = performance.now();
        grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const isShown = () =>
          selected() !== undefined && selected() !== row && headline() !== null && headline() !== head;
        do await picture();
        while (!isShown());
        times.push(performance.now() - startedAt);
      }
      return times.sort((one, other) => one - other);
    },
    { key, presses: PRESSES, pauseMs: PAUSE_MS },
  );
}

/** @param {readonly number[]} times in order @param {number} share */
function at(times, share) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

/** The worst of all presses with the median; `ratio` is the median relative to that of `j`. */
export const errors = () => onTraffic(errorsOf);

/** @param {import('./bench-inputs.js').Traffic} traffic */
function errorsOf(traffic) {
  return withRecording(ROWS, traffic, async (page) => {
    const errors = await presses(page, 'e');
    const rows = await presses(page, 'j');
    return {
      [`next error, ${PRESSES} times`]: {
        worstMs: Math.round(at(errors, 1)),
        p95Ms: Math.round(at(errors, 0.95)),
        medianMs: Math.round(at(errors, 0.5)),
        nextRowWorstMs: Math.round(at(rows, 1)),
        nextRowMedianMs: Math.round(at(rows, 0.5)),
        ratio: Number((at(errors, 0.5) / at(rows, 0.5)).toFixed(2)),
        middleHalf: `${Math.round(at(errors, 0.25))} to ${Math.round(at(errors, 0.75))} ms`,
      },
    };
  });
}
