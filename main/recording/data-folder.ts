import { posix, win32 } from 'node:path';

/** What the place of the data depends on; values as in `process.env`. */
export type DataFolderPlace = {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
};

/**
 * The folder of recordings and settings: `TIERSCOPE_DATA` where it is set, else the platform's own place
 * (XDG Base Directory on Linux, Application Support on macOS, roaming AppData on Windows).
 */
export function dataFolder({ platform, env, home }: DataFolderPlace): string {
  const own = env.TIERSCOPE_DATA;
  const { join, resolve, isAbsolute } = platform === 'win32' ? win32 : posix;
  if (own !== undefined && own !== '') return resolve(own);
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Tierscope');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Tierscope');
  const xdg = env.XDG_DATA_HOME;
  // A relative XDG path is invalid and must be ignored (XDG Base Directory Specification 0.8).
  const base = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share');
  return join(base, 'tierscope');
}
