import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** A browser that fails within this time has not started. */
const START_MS = 5000;

type OpenBrowser = {
  /** The ways to try, in order. Called before each try, because an address works only once. */
  readonly plans: () => readonly BrowserPlan[];
  /** The user closed the window opened for this app. */
  readonly onClosed: () => void;
  /** No plan worked. */
  readonly onNone: () => void;
};

/** Starts the first browser that works. The returned function ends it if the window is the app's own. */
export function openBrowser({ plans, onClosed, onNone }: OpenBrowser): () => void {
  let child: ChildProcess | undefined;
  let isEnded = false;
  const attempt = (index: number): void => {
    const plan = plans()[index];
    if (plan === undefined) {
      onNone();
      return;
    }
    const startedAt = performance.now();
    let isOver = false;
    const over = (isFailure: boolean): void => {
      if (isOver || isEnded) return;
      isOver = true;
      if (isFailure && performance.now() - startedAt < START_MS) attempt(index + 1);
      else if (plan.isOwnWindow) onClosed();
    };
    const started = spawn(plan.command, [...plan.args], { stdio: 'ignore', windowsHide: false });
    started.once('error', () => over(true));
    started.once('exit', (code) => over(code !== 0));
    started.unref();
    child = plan.isOwnWindow ? started : undefined;
  };
  attempt(0);
  return () => {
    isEnded = true;
    child?.kill();
  };
}

/** One way to show the address; with `isOwnWindow` the process lives as long as its window. */
type BrowserPlan = {
  readonly command: string;
  readonly args: readonly string[];
  readonly isOwnWindow: boolean;
};

export type BrowserPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly isRoot: boolean;
  readonly exists: (file: string) => boolean;
};

const linuxNames = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const windowsPaths = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** The ways to open `address`, best first: Chromium as an app window, then the system's. Empty without a display. */
export function browserPlans(address: string, profileFolder: string, place: BrowserPlace): BrowserPlan[] {
  if (!hasDisplay(place)) return [];
  const args = [
    `--app=${address}`,
    `--user-data-dir=${profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--window-size=1440,900',
    // Chromium refuses to run as root with its sandbox.
    ...(place.isRoot && place.platform === 'linux' ? ['--no-sandbox'] : []),
  ];
  const own = candidates(place)
    .filter(place.exists)
    .slice(0, 1)
    .map((command) => ({ command, args, isOwnWindow: true }));
  return [...own, systemPlan(address, place.platform)];
}

/** Whether a window can be shown at all; over SSH it would appear on the wrong machine. */
export function hasDisplay({ platform, env }: Pick<BrowserPlace, 'platform' | 'env'>): boolean {
  if (platform === 'darwin' || platform === 'win32') return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function candidates({ platform, env }: BrowserPlace): string[] {
  if (platform === 'darwin') return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return roots.flatMap((root) => (root ? windowsPaths.map((path) => `${root}\\${path}`) : []));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function systemPlan(address: string, platform: NodeJS.Platform): BrowserPlan {
  if (platform === 'darwin') return { command: 'open', args: [address], isOwnWindow: false };
  if (platform === 'win32') {
    // `start` is a shell builtin, for which an address would need escaping.
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address], isOwnWindow: false };
  }
  return { command: 'xdg-open', args: [address], isOwnWindow: false };
}
