import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLI } from '../pages/run-program.ts';
import { type Attack, chosen, number, type Outcome, type Planted, type SoakRun } from './attack.ts';

const LIMIT_MS = 30_000;

type RunOptions = {
  readonly input?: string | Uint8Array;
  /** In addition to this process's variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly limitMs?: number;
  /** A program other than Tierscope, with its first arguments. */
  readonly program?: readonly string[];
};

/** How a program has ended; without an exit code, by a signal. */
export type TrialRun = {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
};

/** The place of a trial. Everything here is removed afterwards. */
export type TrialPlace = {
  /** Empty; the program's working folder unless it is started elsewhere. */
  readonly folder: string;
  /** The program's home folder, which contains its data folder. */
  readonly home: string;
  readonly data: string;
  /** Runs the program to its end. Rejects if it does not end in time (30 s) or prints a stack trace. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<TrialRun>;
};

export type Trial = {
  readonly name: string;
  /** The harm done, in words; empty if the app held. A rejection counts as harm. */
  readonly attempt: (place: TrialPlace) => Promise<string>;
};

/** An attack of otherwise unrelated trials, one after another, each in its own place. */
export function attackOf(trials: readonly Trial[], planted: readonly Planted[]): Attack {
  return { run: (run) => tried(run, trials), planted };
}

async function tried(run: SoakRun, trials: readonly Trial[]): Promise<Outcome> {
  const wanted = chosen(run, trials);
  const failures: string[] = [];
  let longest = 0;
  for (const { name, attempt } of wanted) {
    const root = await mkdtemp(join(tmpdir(), 'tierscope-soak-trial-'));
    const started = performance.now();
    const harm = await attemptIn(root, attempt).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    longest = Math.max(longest, performance.now() - started);
    if (harm !== '') failures.push(`${name}: ${harm}`);
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
  return { count: `${wanted.length} trials`, worst: `${number(longest)} ms for one`, failures };
}

async function attemptIn(root: string, attempt: Trial['attempt']): Promise<string> {
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  const data = join(home, 'data');
  for (const path of [folder, data]) await mkdir(path, { recursive: true, mode: 0o700 });
  const run: TrialPlace['run'] = (args, options = {}) =>
    ranToEnd(args, { cwd: folder, ...options, env: { HOME: home, TIERSCOPE_DATA: data, ...options.env } });
  return attempt({ folder, home, data, run });
}

async function ranToEnd(args: readonly string[], options: RunOptions): Promise<TrialRun> {
  const { input = '', env, cwd, limitMs = LIMIT_MS, program = CLI } = options;
  const [command = '', ...first] = program;
  const started = performance.now();
  const child = spawn(command, [...first, ...args], {
    cwd,
    env: { ...process.env, ...env },
    // Its own group, so that everything left behind ends with it.
    detached: true,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  child.stdin.on('error', () => undefined).end(input);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  }).finally(() => clearTimeout(timer));
  endGroup(child);
  if (isLate) throw new Error(`${args.join(' ')} has not ended within ${limitMs} ms`);
  if (/\n\s+at .*:\d+/.test(output.stderr)) throw new Error(`ended with a stack: ${output.stderr}`);
  return { exitCode, ...output, milliseconds: performance.now() - started };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
