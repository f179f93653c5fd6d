import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright/test';
import { electronBinary } from './electron-binary.ts';
import { realPage, showWindow } from './late-page.ts';

const ENTRY = fileURLToPath(new URL('../../dist/main/electron.js', import.meta.url));

const ADDRESS = 'tierscope://app/';
/** The stand-in maps the app's scheme to a host: see electron/schemes.js. */
const OWN = /^(tierscope:\/\/app|https:\/\/app\.tierscope\.test)\//;

type StartedElectron = {
  readonly address: string;
  readonly isOwn: (url: string) => boolean;
  readonly electron: ElectronApplication;
  readonly child: ChildProcess;
  readonly program: readonly string[];
  show(page: Page): Promise<void>;
};

const applications = new WeakMap<Page, ElectronApplication>();

/** The Electron app that shows this page; undefined on the loopback host. */
export function electronOf(page: Page): ElectronApplication | undefined {
  return applications.get(realPage(page));
}

/** The command that starts the app in Electron. */
export function electronWords(entry = ENTRY): string[] {
  return [electronBinary().path, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), entry];
}

/** Starts the app's Electron entry in a folder, in Electron itself or its stand-in, with Electron switches. */
export async function startElectron(
  args: readonly string[],
  dataFolder: string,
  cwd: string,
  { entry = ENTRY, switches = [] }: { entry?: string; switches?: readonly string[] } = {},
): Promise<StartedElectron> {
  const { path } = electronBinary();
  const electron = await _electron.launch({
    executablePath: path,
    // A click waits for its target to stop moving.
    args: ['--force-prefers-reduced-motion', ...switches, entry, ...args],
    cwd,
    env: { ...process.env, TIERSCOPE_DATA: dataFolder } as Record<string, string>,
    acceptDownloads: true,
  });
  const child = electron.process();
  const window = await Promise.race([electron.firstWindow(), endedEarly(child)]);
  applications.set(window, electron);
  const show = async (page: Page): Promise<void> => showWindow(page, window);
  return {
    address: ADDRESS,
    isOwn: (url) => OWN.test(url),
    electron,
    child: electron.process(),
    program: electronWords(entry),
    show,
  };
}

/** Rejects with the program's output if it ends. */
async function endedEarly(child: ChildProcess): Promise<never> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  if (child.exitCode === null) await once(child, 'exit');
  throw new Error(`Electron ended with ${child.exitCode} before it had a window. Its stderr:\n${said}`);
}
