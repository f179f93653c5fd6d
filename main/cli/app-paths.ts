import { isAbsolute, join, posix, resolve, win32 } from 'node:path';
import type { TapCommand } from '../../app/hosts/tap-command.ts';
import { version } from '../../package.json';
import type { HubOptions } from '../hub/host-api.ts';
import { homeFolder } from '../system/home-folder.ts';
import { CommandEnd, exitCodes } from './command-end.ts';

/** The paths of the program's built parts. */
export type AppPaths = ReturnType<typeof appPaths>;

/** `entryFolder` contains the built entries, `dist/main`. */
export function appPaths(entryFolder: string) {
  return {
    /** The program's folder: the clone or the unpacked package. */
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
    telemetryScript: join(entryFolder, 'telemetry-worker.js'),
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

/** The folder of recordings and settings: `--data`, else `TIERSCOPE_DATA`, else the system's usual place. */
export function dataFolder(given?: string, { platform, env, home }: UserPlace = userPlace()): string {
  const chosen = given ?? env.TIERSCOPE_DATA ?? '';
  if (chosen !== '') return resolve(chosen);
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Tierscope');
  }
  if (home === '' && (platform === 'darwin' || !isAbsolute(env.XDG_DATA_HOME ?? '')))
    throw new CommandEnd(NO_HOME, exitCodes.cannotOpen);
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Tierscope');
  // The XDG base directory specification requires that relative paths are ignored.
  const shared = env.XDG_DATA_HOME ?? '';
  return posix.join(isAbsolute(shared) ? shared : posix.join(home, '.local', 'share'), 'tierscope');
}

/** The command that starts the command line from any folder, in plain Node. */
export function nodeTapCommand({ cliScript }: AppPaths): readonly string[] {
  return [process.execPath, cliScript];
}

/** The commands that start the program's own processes. */
export type EntryCommands = Pick<HubOptions, 'lab' | 'reaper'>;

/** The same, run by Node. */
export function nodeEntries({ labScript, reaperScript }: AppPaths): EntryCommands {
  const { execPath: command } = process;
  return { lab: { command, args: [labScript] }, reaper: { command, args: [reaperScript] } };
}

/** How a host's file starts a tap that the app on this data folder sees; `command` starts the command line. */
export function tapFor(
  folder: string,
  command: readonly string[],
  place: UserPlace = userPlace(),
): TapCommand {
  // Shell variables are not set where a host starts its servers.
  const { TIERSCOPE_DATA: _data, XDG_DATA_HOME: _share, ...env } = place.env;
  const isUsual = place.home !== '' && folder === dataFolder(undefined, { ...place, env });
  return { command, options: isUsual ? [] : ['--data', folder] };
}

type HubPlace = Pick<HubOptions, 'host' | 'dataFolder' | 'secretBox' | 'choosePath' | keyof EntryCommands> & {
  /** The command that starts this program's command line from any folder. */
  readonly tapCommand: readonly string[];
};

export function hubOptions(paths: AppPaths, { tapCommand, ...where }: HubPlace): HubOptions {
  return {
    ...paths,
    ...where,
    tap: tapFor(where.dataFolder, tapCommand),
    telemetry: telemetryOf(paths.telemetryScript, process.env),
    version: appVersion,
    place: { platform: process.platform, home: homeFolder(), env: process.env, project: process.cwd() },
  };
}

/** Where the app sends telemetry, as TIERSCOPE_OTLP says; undefined for nowhere. */
export function telemetryOf(script: string, env: Readonly<NodeJS.ProcessEnv>): HubOptions['telemetry'] {
  const { TIERSCOPE_OTLP: url = '', TIERSCOPE_OTLP_PAYLOADS: payloads } = env;
  if (!/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  return { script, url, version, payloads: payloads === '1' };
}

export const appVersion: string = version;
