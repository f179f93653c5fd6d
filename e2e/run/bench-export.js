// Exporting a large recording, compared with JSON.parse of each of its lines in the same run.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsed } from './bench-files.js';
import { onTraffic, writeRecording } from './bench-inputs.js';
import { ratioOf } from './ratios.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FRAMES = Number(process.env.TIERSCOPE_BENCH_FRAMES ?? 1_000_000);
const ROUNDS = 5;
const LOOK_MS = 50;

/** @param {string} file @param {readonly string[]} args */
const exported = (file, args) =>
  timed(['convert', file, '--to', 'tierscope', '--out', `${file}.out`, ...args]);

/**
 * A run of the command line and its peak memory, which only Linux reports.
 * @param {readonly string[]} args @returns {Promise<{ ms: number, peakMB: number }>}
 */
export function timed(args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['main/bin/tierscope.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMB = Number.NaN;
  const look = setInterval(() => {
    if (process.platform !== 'linux' || child.exitCode !== null) return;
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakMB = Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? peakMB * 1000) / 1000);
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ ms: Math.round(performance.now() - startedAt), peakMB });
      else reject(new Error(`${args[0]} ended with ${code}`));
    });
  });
}

/** The cost of an export; `ratio` is its time relative to the parse, within each round. */
export const exports = () => onTraffic(exportsOf);

/** @param {import('./bench-inputs.js').Traffic} traffic */
async function exportsOf(traffic) {
  const folder = mkdtempSync(join(tmpdir(), 'tierscope-export-'));
  try {
    const file = join(folder, 'large.tierscope.jsonl');
    await writeRecording(file, FRAMES, traffic);
    const size = { frames: FRAMES, MB: Math.round(statSync(file).size / 1e6) };
    /** @type {{ base: number, ours: number }[]} */
    const asItIs = [];
    /** @type {{ base: number, ours: number }[]} */
    const redacted = [];
    let peaks = { asItIs: 0, redacted: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const whole = await exported(file, ['--no-redact']);
      const base = await parsed(file);
      const clean = await exported(file, []);
      asItIs.push({ base, ours: whole.ms });
      redacted.push({ base, ours: clean.ms });
      peaks = {
        asItIs: Math.max(peaks.asItIs, whole.peakMB),
        redacted: Math.max(peaks.redacted, clean.peakMB),
      };
    }
    return {
      'exported as it is': { ...size, ...ratioOf(asItIs), peakMB: peaks.asItIs },
      'exported without secrets': { ...size, ...ratioOf(redacted), peakMB: peaks.redacted },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
