// Moving the playhead in a recording of a million frames, beside the same moves in one of ten thousand.
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, openRows, startApp } from './bench-app.js';

const SIZES = [10_000, 1_000_000];
/** The keys of the scrubber, which go to the ends and by a hundredth and a tenth of the whole time; each one moves it. */
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
/** Time for all that one move sets off to be over before the next, in milliseconds. */
const PAUSE_MS = 60;
const STEADY_MS = 3000;

const SERVER = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'large', version: '1.0.0' },
};
const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'c', version: '1.0.0' },
};
/** As every session begins: without it each of the calls would be one before the handshake, with a finding of its own. */
const HANDSHAKE = [
  { jsonrpc: '2.0', id: 'hello', method: 'initialize', params: CLIENT },
  { jsonrpc: '2.0', id: 'hello', result: SERVER },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
];

/**
 * Writes a recording of calls, a frame each millisecond: frame number n has seq n + 2.
 * @param {string} path @param {number} frames
 */
export async function writeRecording(path, frames) {
  const file = createWriteStream(path);
  const start = { type: 'header', format: 'tierscope', version: 1, startedAt: '2026-11-21T09:30:00.000Z' };
  const session = { type: 'session', seq: 1, at: 0, session: 's1', label: 'large', origin: 'connect' };
  let text = `${JSON.stringify(start)}\n${JSON.stringify(session)}\n`;
  for (let at = 0; at < frames; at += 1) {
    const isRequest = at % 2 === 0;
    const id = Math.floor(at / 2);
    const message =
      HANDSHAKE[at] ??
      (isRequest
        ? { jsonrpc: '2.0', id, method: 'tools/call', params: { name: `tool-${id % 20}`, arguments: { id } } }
        : {
            jsonrpc: '2.0',
            id,
            result: { content: [{ type: 'text', text: `${id}` }], isError: id % 500 === 3 },
          });
    const direction = isRequest ? 'client-to-server' : 'server-to-client';
    const frame = { type: 'frame', seq: at + 2, at, session: 's1', direction, raw: JSON.stringify(message) };
    text += `${JSON.stringify(frame)}\n`;
    if (text.length < 1_000_000 && at + 1 < frames) continue;
    if (!file.write(text)) await new Promise((resolve) => file.once('drain', () => resolve(undefined)));
    text = '';
  }
  await new Promise((resolve) => file.end(() => resolve(undefined)));
}

/**
 * Moves the playhead by keys: the time from each key until the row of that moment is painted, in milliseconds. A key is
 * pressed at the beginning of a picture, so that no wait for one is counted.
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
 * The resident memory of a process, or the most that it ever was; Linux alone says it.
 * @param {number} pid @param {'VmRSS' | 'VmHWM'} which
 */
export function memoryMB(pid, which) {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return Math.round(Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1000);
}

/**
 * What a process holds once the thread that opened the file has given its memory back: the last of the figures
 * that no longer differ by a hundredth.
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

/** @param {import('playwright').Browser} browser @param {number} frames */
async function measured(browser, frames) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-seek-'));
  const recording = join(folder, 'large.tierscope.jsonl');
  await writeRecording(recording, frames);
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

/** Each size with its figures; `ratio` is the median seek beside that of the smallest. */
export async function seeks() {
  const browser = await launchBrowser();
  /** @type {Record<string, object>} */
  const report = {};
  let baseline = 0;
  for (const size of SIZES) {
    const { medianMs, ...figures } = await measured(browser, size);
    baseline ||= medianMs;
    const ratio = Number((medianMs / baseline).toFixed(2));
    report[`${size.toLocaleString('en')} frames`] = { seekMs: Math.round(medianMs), ratio, ...figures };
  }
  await browser.close();
  return report;
}
