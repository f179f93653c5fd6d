import { errorMessage } from '../../base/result.ts';
import type { Reader } from './every-reader.ts';
import type { FuzzedLine } from './fuzzed-lines.ts';

export type FuzzFault = { readonly reader: string; readonly what: string; readonly line: string };

export type BatchOutcome = {
  /** How many lines each reader was given. */
  readonly counts: ReadonlyMap<string, number>;
  readonly faults: readonly FuzzFault[];
  readonly slowest: { readonly ms: number; readonly reader: string; readonly line: string };
};

/** Milliseconds; a line that takes longer has failed. */
export const LONGEST_MS = 200;
/** A single slow try is due to other work on the machine. */
const TRIES = 3;

/**
 * Passes the lines, as one session or file, to every reader that their kinds may reach. A reader that throws is named
 * with the line, and reads no more of this batch. `now` counts milliseconds, and so does `spent`, which stops while
 * other programs have the processor. `spent` costs more, so it is called only once a line was slow by `now`.
 */
export function fuzzBatch(
  lines: readonly FuzzedLine[],
  readers: readonly Reader[],
  now: () => number,
  spent: () => number = now,
): BatchOutcome {
  const counts = new Map<string, number>();
  const faults: FuzzFault[] = [];
  let slowest = { ms: 0, reader: '', line: '' };
  for (const reader of readers) {
    const own = lines.filter(({ kind }) => reader.kinds.includes(kind));
    if (own.length === 0) continue;
    let run = timedRun(reader, own, now);
    for (let tries = 1; tries < TRIES && run.ms > LONGEST_MS; tries += 1) {
      const again = timedRun(reader, own, spent);
      if (again.ms < run.ms) run = again;
    }
    counts.set(reader.name, run.taken);
    if (run.fault !== '') faults.push({ reader: reader.name, what: run.fault, line: run.line });
    if (run.ms > slowest.ms) slowest = { ms: run.ms, reader: reader.name, line: run.line };
  }
  return { counts, faults, slowest };
}

type Run = { taken: number; ms: number; line: string; fault: string };

/** The longest time for one line, or for the end; `line` is the one that took it or threw. */
function timedRun({ start }: Reader, lines: readonly FuzzedLine[], now: () => number): Run {
  const run: Run = { taken: 0, ms: 0, line: '', fault: '' };
  const timed = (text: string, act: () => void): void => {
    const before = now();
    act();
    const ms = now() - before;
    if (ms > run.ms) Object.assign(run, { ms, line: text });
  };
  let text = '';
  try {
    const reading = start();
    for (const [index, line] of lines.entries()) {
      text = line.text;
      timed(text, () => reading.take(line, index));
      run.taken += 1;
    }
    text = `the end of ${lines.length} lines`;
    timed(text, () => reading.end?.());
  } catch (error) {
    run.fault = error instanceof Error ? `${error.stack ?? error.message}` : errorMessage(error);
    run.line = text;
  }
  return run;
}
