// Reading a large recording, beside JSON.parse of each of its lines in the same run.
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { writeRecording } from './bench-seek.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** About 500 MB would be two millions; what is measured grows in proportion. */
const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);

/** Milliseconds of JSON.parse of each line. @param {string} file */
export async function parsed(file) {
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
  return performance.now() - startedAt;
}

/**
 * The whole file through the thread that opens recordings: until its first rows, and until its end.
 * @param {string} file @returns {Promise<{ firstRowsMs: number, ms: number }>}
 */
function opened(file) {
  const startedAt = performance.now();
  const worker = new Worker(join(root, 'dist/main/open-worker.js'));
  let firstRowsMs = 0;
  const takeChunk = () => {
    firstRowsMs ||= performance.now() - startedAt;
  };
  const remote = createBirpc(
    { takeChunk },
    {
      post: (message) => worker.postMessage(message),
      on: (hear) => void worker.on('message', hear),
      timeout: -1,
      bind: 'functions',
    },
  );
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    const ended = () => resolve({ firstRowsMs: Math.round(firstRowsMs), ms: performance.now() - startedAt });
    remote.$callRaw({ method: 'load', args: [file, undefined] }).then(ended, reject);
  });
}

/** What it takes to open; `ratio` is the time beside that of the parse. */
export async function files() {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-files-'));
  try {
    const file = join(folder, 'large.tierscope.jsonl');
    await writeRecording(file, FRAMES);
    const size = { frames: FRAMES, MB: Math.round(statSync(file).size / 1e6) };
    /** @type {Record<string, object>} */
    const report = {};
    for (const [what, measure] of Object.entries({
      'opened by its thread': () => opened(file),
    })) {
      const parseMs = await parsed(file);
      const { ms, ...figures } = await measure();
      const ratio = Number((ms / parseMs).toFixed(2));
      report[what] = { ...size, parseMs: Math.round(parseMs), ms: Math.round(ms), ratio, ...figures };
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
