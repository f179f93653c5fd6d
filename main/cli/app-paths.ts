import { isAbsolute, join, posix, resolve, win32 } from 'node:path';
import type { TapCommand } from '../../app/hosts/tap-command.ts';
import { version } from '../../package.json';
import type { HubOptions } from '../hub/host-api.ts';
import { homeFolder } from '../system/home-folder.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

/** Where the built parts of the program lie. */
export type AppPaths = ReturnType<typeof appPaths>;

/** `entryFolder` is the folder of the built entries, `dist/main`. */
export function appPaths(entryFolder: string) {
  return {
    /** The program's folder: the clone, or what was packaged. */
    root: join(entryFolder, '..', '..'),
    /** The script that starts the command line. */
    cliScript: join(entryFolder, '..', '..', 'main', 'bin', 'tierscope.js'),
    docs: join(entryFolder, '..', '..', 'docs'),
    pageFolder: join(entryFolder, '..', 'renderer'),
    preload: join(entryFolder, '..', 'preload', 'preload.cjs'),
    electronEntry: join(entryFolder, 'electron.js'),
    labScript: join(entryFolder, 'error-lab.js'),
    reaperScript: join(entryFolder, 'reaper.js'),
    openWorkerScript: join(entryFolder, 'open-worker.js'),
    exportWorkerScript: join(entryFolder, 'export-worker.js'),
    searchWorkerScript: join(entryFolder, 'search-worker.js'),
    compareWorkerScript: join(entryFolder, 'compare-worker.js'),
    tapWriterScript: join(entryFolder, 'tap-writer.js'),
  };
}

const NO_HOME =
  'There is no home folder to keep recordings and settings in. Set HOME to one, or name a data folder with --data or TIERSCOPE_DATA.';

type UserPlace = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly home: string;
};

function userPlace(): UserPlace {
  return { platform: process.platform, env: process.env, home: homeFolder() };
}

/** The folder of recordings and settings: what `--data` says, else `TIERSCOPE_DATA`, else the system's usual place. */
export function dataFolder(given?: string, { platform, env, home }: UserPlace = userPlace()): string {
  const chosen = given ?? env.TIERSCOPE_DATA ?? '';
  if (chosen !== '') return resolve(chosen);
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Tierscope');
  }
  if (home === '' && (platform === 'darwin' || !isAbsolute(env.XDG_DATA_HOME ?? '')))
    throw new CommandEnd(NO_HOME, exitCodes.cannotOpen);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tierscope');
  // The XDG base directory specification has relative paths ignored.
  const shared = env.XDG_DATA_HOME ?? '';
  return posix.join(isAbsolute(shared) ? shared : posix.join(home, '.local', 'share'), 'tierscope');
}

/** Starts the command line from any folder, in plain Node. */
export function nodeTapCommand({ cliScript }: AppPaths): readonly string[] {
  return [process.execPath, cliScript];
}

/** How the parts of this program that are processes of their own are started. */
export type EntryCommands = Pick<HubOptions, 'lab' | 'reaper'>;

/** Node runs the script of each. */
export function nodeEntries({ labScript, reaperScript }: AppPaths): EntryCommands {
  const { execPath: command } = process;
  return { lab: { command, args: [labScript] }, reaper: { command, args: [reaperScript] } };
}

/** How hosts' files start a tap that the app of this data folder sees; `command` starts the command line. */
export function tapFor(
  folder: string,
  command: readonly string[],
  place: UserPlace = userPlace(),
): TapCommand {
  // What a shell sets is not set where a host starts its servers.
  const { TIERSCOPE_DATA: _data, XDG_DATA_HOME: _share, ...env } = place.env;
  const isUsual = place.home !== '' && folder === dataFolder(undefined, { ...place, env });
  return { command, options: isUsual ? [] : ['--data', folder] };
}

type HubPlace = Pick<HubOptions, 'host' | 'dataFolder' | 'secretBox' | 'choosePath' | keyof EntryCommands> & {
  /** Starts the command line of this program from any folder. */
  readonly tapCommand: readonly string[];
};

/** What the hub needs to know of the host that it runs in. */
export function hubOptions(paths: AppPaths, { tapCommand, ...where }: HubPlace): HubOptions {
  return {
    ...paths,
    ...where,
    tap: tapFor(where.dataFolder, tapCommand),
    version: appVersion,
    place: { platform: process.platform, home: homeFolder(), env: process.env, project: process.cwd() },
  };
}

/** The version of this program. */
export const appVersion: string = version;
