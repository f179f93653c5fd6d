import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication, Page } from 'playwright/test';
import { CLI, ended, type ProgramEnd, RunningProgram } from './run-program.ts';
import { startElectron } from './running-electron.ts';

const root = new URL('../..', import.meta.url);
const START_MS = 30_000;

/** How the page and the host of the app communicate. */
export type CarrierName = 'loopback' | 'electron';

/** The real program, with its own data folder. */
export type RunningApp = {
  /** The address of its page. */
  readonly address: string;
  /** True for an address that the app itself serves. */
  isOwn(url: string): boolean;
  readonly dataFolder: string;
  readonly pid: number;
  readonly stderr: () => string;
  /** Undefined on the loopback host. */
  readonly electron: ElectronApplication | undefined;
  /** Makes this page the app's: loads it, or attaches it to the window that the app has opened. */
  show(page: Page): Promise<void>;
  /** Starts the program again on the same data folder; resolves when that run has ended. */
  startAgain(args: readonly string[]): Promise<ProgramEnd>;
  /** Ends the program as a user would; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it, without a chance to clean up. */
  kill(): Promise<void>;
  /** Removes the data folder. */
  remove(): Promise<void>;
};

/** The options that every test uses to start the app. */
export const QUIET = ['--shell', 'browser', '--no-open', '--port', '0'] as const;

let carrier: CarrierName = 'loopback';

/** Sets the carrier for everything that this worker starts from now on. */
export function useCarrier(name: CarrierName): void {
  carrier = name;
}

/** Starts `tierscope <args>` in a folder; resolves when its page can be shown. */
export async function startApp(
  args: readonly string[] = [],
  data?: string,
  cwd: string | URL = root,
): Promise<RunningApp> {
  const dataFolder = data ?? (await mkdtemp(join(tmpdir(), 'tierscope-e2e-')));
  const folder = typeof cwd === 'string' ? cwd : fileURLToPath(cwd);
  const running =
    carrier === 'electron'
      ? await startElectron(args, dataFolder, folder)
      : await startLoopback(args, dataFolder, folder);
  const { child, program, ...app } = running;
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return {
    ...app,
    dataFolder,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    startAgain: (more) => new RunningProgram(more, { TIERSCOPE_DATA: dataFolder }, program).end(),
    stop: () => ended(child, 'SIGTERM'),
    kill: async () => {
      await ended(child, 'SIGKILL');
    },
    remove: () => rm(dataFolder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

type Started = Pick<RunningApp, 'address' | 'isOwn' | 'electron' | 'show'> & {
  readonly child: ChildProcess;
  /** The program and its first arguments. */
  readonly program: readonly string[];
};

async function startLoopback(args: readonly string[], dataFolder: string, cwd: string): Promise<Started> {
  const [command, ...first] = CLI;
  const child = spawn(command, [...first, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TIERSCOPE_DATA: dataFolder },
  });
  const address = await reportedAddress(child);
  const show = async (page: Page): Promise<void> => {
    await page.goto(address);
  };
  const origin = address.split('#')[0] ?? address;
  return { address, isOwn: (url) => url.startsWith(origin), electron: undefined, child, program: CLI, show };
}

async function reportedAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the app has no stdout');
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const match = /(http:\/\/127\.0\.0\.1:\d+\/#\S+)/.exec(line);
      if (match?.[1] !== undefined) return match[1];
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`The app reported no address. Its stderr:\n${stderr}`);
}
