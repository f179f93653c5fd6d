// Moving the playhead in a recording of a million frames, compared with the same moves in one of ten thousand.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, openRows, startApp } from './bench-app.js';
import { onTraffic, writeRecording } from './bench-inputs.js';

const SIZES = [10_000, 1_000_000];
/** The keys of the scrubber, which jump to the ends and by a hundredth and a tenth of the whole time. */
const MOVES = [
  'Home',
  'PageUp',
  'PageUp',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'End',
  'PageDown',
];
const ROUNDS = 8;
/** Time for everything that one move causes to finish before the next, in milliseconds. */
const PAUSE_MS = 60;
const STEADY_MS = 3000;

/**
 * Moves the playhead by keys: the time from each key until the row of that moment is painted, in milliseconds. Keys are
 * pressed at the beginning of a frame, so that waiting for one is not counted.
 * @param {import('playwright').Page} page
 * @returns {Promise<number[]>}
 */
function seekTimes(page) {
  return page.evaluate(
    async ({ moves, rounds, pauseMs }) => {
      const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const turn = () => {
        const { port1, port2 } = new MessageChannel();
        return new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      };
      const bar = document.querySelector('[role="toolbar"][aria-label="Replay"]');
      const slider = /** @type {HTMLElement} */ (bar?.querySelector('[role="slider"]'));
      const grid = /** @type {HTMLElement} */ (document.querySelector('[role="grid"]'));
      const isShown = (/** @type {number} */ at) =>
        [at + 1, at + 2, at + 3].some((seq) => grid.querySelector(`[data-seq="${seq}"]`));
      const times = [];
      for (const key of Array.from({ length: rounds }, () => moves).flat()) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await picture();
        const before = slider.getAttribute('aria-valuenow');
        const startedAt = performance.now();
        slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        for (;;) {
          await turn();
          const now = slider.getAttribute('aria-valuenow');
          if (now !== before && isShown(Math.floor(Number(now)))) break;
          if (performance.now() - startedAt > 10_000) throw new Error(`${key} moved nothing`);
          await picture();
        }
        times.push(performance.now() - startedAt);
      }
      return times;
    },
    { moves: MOVES, rounds: ROUNDS, pauseMs: PAUSE_MS },
  );
}

/**
 * The current or peak resident memory of a process; only Linux reports it.
 * @param {number} pid @param {'VmRSS' | 'VmHWM'} which
 */
export function memoryMB(pid, which) {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1000);
}

/**
 * The memory of a process once the thread that opened the file has released its own: the last figure, when they differ
 * by less than a hundredth.
 * @param {number} pid
 */
export async function heldMB(pid) {
  for (let before = memoryMB(pid, 'VmRSS'); ; ) {
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS));
    const now = memoryMB(pid, 'VmRSS');
    if (!(Math.abs(now - before) > before / 100)) return now;
    before = now;
  }
}

/**
 * @param {import('playwright').Browser} browser @param {number} frames
 * @param {import('./bench-inputs.js').Traffic} traffic
 */
async function measured(browser, frames, traffic) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-seek-'));
  const recording = join(folder, 'large.tierscope.jsonl');
  await writeRecording(recording, frames, traffic);
  const startedAt = performance.now();
  const { address, pid, stop } = await startApp(recording);
  try {
    const page = await openRows(browser, address, frames);
    const openMs = Math.round(performance.now() - startedAt);
    const times = (await seekTimes(page)).sort((a, b) => a - b);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    await page.close();
    return {
      medianMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
      worstMs: Math.round(times.at(-1) ?? Number.NaN),
      openMs,
      hostMB: await heldMB(pid),
      hostPeakMB: memoryMB(pid, 'VmHWM'),
      pageMB: Math.round(usedSize / 1e6),
    };
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each size with its figures; `ratio` is the median seek relative to the smallest. */
export async function seeks() {
  const browser = await launchBrowser();
  const report = await onTraffic(async (traffic) => {
    /** @type {import('./bench-inputs.js').Report} */
    const sizes = {};
    let baseline = 0;
    for (const size of SIZES) {
      const { medianMs, ...figures } = await measured(browser, size, traffic);
      baseline ||= medianMs;
      const ratio = Number((medianMs / baseline).toFixed(2));
      sizes[`${size.toLocaleString('en')} frames`] = { seekMs: Math.round(medianMs), ratio, ...figures };
    }
    return sizes;
  });
  await browser.close();
  return report;
}
