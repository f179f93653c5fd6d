// Shared by the benchmarks of the page over a large log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, openRows, startApp } from './bench-app.js';
import { writeRecording } from './bench-inputs.js';

/**
 * The app with a recording of this many frames, and a page that shows its rows, while `measure` runs.
 * @template Figures
 * @param {number} frames @param {import('./bench-inputs.js').Traffic} traffic
 * @param {(page: import('playwright').Page) => Promise<Figures>} measure
 * @returns {Promise<Figures>}
 */
export async function withRecording(frames, traffic, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-rows-'));
  const recording = join(folder, 'large.tierscope.jsonl');
  await writeRecording(recording, frames, traffic);
  const app = await startApp(recording);
  const browser = await launchBrowser();
  try {
    return await measure(await openRows(browser, app.address, frames));
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
