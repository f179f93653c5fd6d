import { delimiter, join } from 'node:path';

/** One way to show the address; `isOwnWindow` says that its process lives as long as its window. */
export type BrowserPlan = {
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

/**
 * The ways to open `address` on this machine, best first: a Chromium as an app window with a profile of its own
 * in `profileFolder`, then the system's own way. Empty where there is no display.
 */
export function browserPlans(address: string, profileFolder: string, place: BrowserPlace): BrowserPlan[] {
  if (!hasDisplay(place)) return [];
  const args = [
    `--app=${address}`,
    `--user-data-dir=${profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--window-size=1440,900',
    // Chromium refuses to start as root with its sandbox.
    ...(place.isRoot && place.platform === 'linux' ? ['--no-sandbox'] : []),
  ];
  const own = candidates(place)
    .filter(place.exists)
    .slice(0, 1)
    .map((command) => ({ command, args, isOwnWindow: true }));
  return [...own, systemPlan(address, place.platform)];
}

/** Whether a window can be shown at all; over SSH it would be shown on the wrong machine. */
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
    // `start` is a word of the shell, where an address would need escaping.
    return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', address], isOwnWindow: false };
  }
  return { command: 'xdg-open', args: [address], isOwnWindow: false };
}
