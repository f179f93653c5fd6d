import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Attack, number, type Outcome, ROOT, type SoakRun, scaled } from './attack.ts';

const LINES = 10_000_000;
/** On a machine with two busy cores the full run may take hours. */
const LIMIT_MS = 4 * 3_600_000;
const NOTE_MS = 30_000;

type Progress = {
  readonly isEnd: boolean;
  readonly lines: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly { readonly reader: string; readonly what: string; readonly line: string }[];
  readonly slowest: { readonly ms: number; readonly reader: string };
};

/** Lines derived from real frames, through every reader that may get them: none throws, none is slow. */
export const fuzz: Attack = {
  run: fuzzedAll,
  planted: [
    {
      fault: 'a reader that throws at one line of ten thousand',
      plant: 'throwing-reader',
      args: ['--scale', '0.005', '--seed', '1'],
      found: /RangeError: planted/,
    },
  ],
};

async function fuzzedAll(run: SoakRun): Promise<Outcome> {
  const folder = join(ROOT, 'e2e/corpus');
  const recordings = readdirSync(folder)
    .filter((name) => name.endsWith('.tierscope.jsonl'))
    .map((name) => join(folder, name));
  const lines = scaled(run, LINES);
  const threads = availableParallelism();
  const latest: Progress[] = [];
  let noted = Date.now();
  const share = Math.ceil(lines / threads);
  await Promise.all(
    Array.from({ length: threads }, (_, index) => {
      const seed = run.seed * 1000 + index;
      const job = { seed, lines: share, limitMs: LIMIT_MS, recordings };
      return fuzzed(job, (progress) => {
        latest[index] = progress;
        if (Date.now() - noted < NOTE_MS) return;
        noted = Date.now();
        run.note(`${number(sum(latest))} of ${number(lines)} lines`);
      });
    }),
  );
  const counts = new Map<string, number>();
  for (const progress of latest) {
    for (const [name, count] of Object.entries(progress.counts))
      counts.set(name, (counts.get(name) ?? 0) + count);
  }
  for (const [name, count] of counts) run.note(`${number(count).padStart(12)} lines  ${name}`);
  const slowest = latest.map((progress) => progress.slowest).reduce((a, b) => (a.ms > b.ms ? a : b));
  const faults = latest.flatMap((progress) => progress.faults);
  const failures = faults.map(
    ({ reader, what, line }) =>
      `${reader}: ${what}\n      of the line ${JSON.stringify(line.slice(0, 2000))}`,
  );
  const done = sum(latest);
  if (done < lines && failures.length === 0) failures.push(`only ${number(done)} lines within its time`);
  return {
    count: `${number(done)} lines`,
    worst: `${slowest.ms.toFixed(0)} ms for a line (${slowest.reader})`,
    failures,
  };
}

function sum(latest: readonly Progress[]): number {
  return latest.reduce((total, progress) => total + (progress?.lines ?? 0), 0);
}

function fuzzed(job: object, onProgress: (progress: Progress) => void): Promise<void> {
  const worker = new Worker(join(ROOT, 'dist/main/soak-fuzz.js'), { workerData: job });
  return new Promise((resolve, reject) => {
    worker.on('message', (progress: Progress) => onProgress(progress));
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
