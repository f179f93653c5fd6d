// Reading and exporting a large recording, beside JSON.parse of each of its lines in the same run.
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
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
const LOOK_MS = 100;

/** @param {string} file */
async function parsed(file) {
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

/**
 * An export by the command line, and the most memory that it took; only Linux reports that.
 * @param {string} file @param {readonly string[]} args @returns {Promise<{ ms: number, peakMB: number }>}
 */
function exported(file, args) {
  const startedAt = performance.now();
  const all = [
    'main/bin/tierscope.js',
    'convert',
    file,
    '--to',
    'tierscope',
    '--out',
    `${file}.out`,
    ...args,
  ];
  const child = spawn(process.execPath, all, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  let peakMB = Number.NaN;
  const look = setInterval(() => {
    if (process.platform !== 'linux' || child.exitCode !== null) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakMB = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? peakMB * 1000) / 1000);
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ ms: performance.now() - startedAt, peakMB });
      else reject(new Error(`convert ended with ${code}`));
    });
  });
}

/** What it takes to open and to export; `ratio` is the time beside that of the parse. */
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
      'exported as it is': () => exported(file, ['--no-redact']),
      'exported without secrets': () => exported(file, []),
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
