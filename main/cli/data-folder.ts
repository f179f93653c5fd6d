import { isAbsolute, posix, resolve, win32 } from 'node:path';

export type UserPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
};

/**
 * The folder of the user's recordings and settings: what `--data` says, else `TIERSCOPE_DATA`,
 * else the system's usual place for an app's data.
 */
export function dataFolder(given: string | null, { platform, env, home }: UserPlace): string {
  const chosen = given ?? env.TIERSCOPE_DATA ?? '';
  if (chosen !== '') return resolve(chosen);
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Tierscope');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tierscope');
  // The XDG base directory specification has relative paths ignored.
  const shared = env.XDG_DATA_HOME ?? '';
  return posix.join(isAbsolute(shared) ? shared : posix.join(home, '.local', 'share'), 'tierscope');
}
