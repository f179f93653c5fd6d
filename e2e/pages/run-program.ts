import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The script of the program, as a user or a host starts it. */
export const PROGRAM = fileURLToPath(new URL('../../main/bin/tierscope.js', import.meta.url));

/** The same as a command with its first arguments. */
export const CLI = [process.execPath, PROGRAM] as const;

export type ProgramEnd = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
};

/** A running program with its output so far. */
export class RunningProgram {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #stdout: Buffer[] = [];
  readonly #ended: Promise<ProgramEnd>;
  stderr = '';

  /** The output so far. */
  get stdout(): string {
    return Buffer.concat(this.#stdout).toString();
  }

  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    [command = '', ...first]: readonly string[] = CLI,
  ) {
    this.child = spawn(command, [...first, ...args], { env: { ...process.env, ...env } });
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.on('data', (chunk: Buffer) => this.#stdout.push(chunk));
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.#ended = once(this.child, 'close').then(([exitCode, signal]) => ({
      exitCode,
      signal,
      stdout: Buffer.concat(this.#stdout),
      stderr: this.stderr,
    }));
  }

  /** Resolves when the program has ended and its pipes are empty. */
  end(): Promise<ProgramEnd> {
    return this.#ended;
  }
}

/** Runs the program with these arguments; stdin contains `input` and then ends. */
export function runProgram(args: readonly string[], input: string | Uint8Array = ''): Promise<ProgramEnd> {
  const program = new RunningProgram(args);
  program.child.stdin.end(input);
  return program.end();
}

export function sha(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Ends a program unless it has ended; returns its exit code. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}
