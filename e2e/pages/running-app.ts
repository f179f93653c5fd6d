import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = new URL('../..', import.meta.url);
const START_MS = 30_000;

/** The real program on the loopback host, with a data folder of its own. */
export type RunningApp = {
  readonly address: string;
  readonly dataFolder: string;
  readonly pid: number;
  readonly stderr: () => string;
  /** Ends the program as a user would; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it without a chance to tidy up. */
  kill(): Promise<void>;
  /** Removes the data folder. */
  remove(): Promise<void>;
};

/** Starts `tierscope <args>` in a folder; resolves when it has reported its address. */
export async function startApp(
  args: readonly string[] = [],
  data?: string,
  cwd: string | URL = root,
): Promise<RunningApp> {
  const dataFolder = data ?? (await mkdtemp(join(tmpdir(), 'tierscope-e2e-')));
  const commandArgs = [fileURLToPath(new URL('main/bin/tierscope.js', root)), ...args];
  const child = spawn(process.execPath, commandArgs, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TIERSCOPE_DATA: dataFolder },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const address = await reportedAddress(child, () => stderr);
  return {
    address,
    dataFolder,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    stop: () => ended(child, 'SIGTERM'),
    kill: async () => {
      await ended(child, 'SIGKILL');
    },
    remove: () => rm(dataFolder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The options that every test starts the app with. */
export const QUIET = ['--shell', 'browser', '--no-open', '--port', '0'] as const;

async function reportedAddress(child: ChildProcess, stderr: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('the app has no stdout');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const match = /(http:\/\/127\.0\.0\.1:\d+\/#\S+)/.exec(line);
      if (match?.[1] !== undefined) return match[1];
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`The app reported no address. Its stderr:\n${stderr()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}
