import { type HostFile, type HostPlace, joinPath } from './host.ts';
import places from './host-places.json' with { type: 'json' };

/** A path within one of the `BASES` folders; without `on`, for all systems. */
type PlacedPath = { readonly path: string; readonly on?: readonly string[] };

/** A program that starts servers: its name and the locations of its files, with sources. */
export type PlacedHost = {
  readonly id: string;
  readonly name: string;
  /** True if `tap install` changes its files. */
  readonly tapInstall?: true;
  readonly source: string;
  /** Its configuration files; `servers` as in `HostFile`, absent for a format that is not read. */
  readonly files: readonly (PlacedPath & { readonly servers?: readonly string[] })[];
  /** Its log locations; a segment may contain `*`. */
  readonly logs: readonly (PlacedPath & { readonly source: string })[];
};

/** Every known program, in display order. */
export const HOST_PLACES = places as readonly PlacedHost[];

/** The names of the hosts whose files are read, or changed by `tap install`, as part of a sentence. */
export function hostNames(which: 'read' | 'tapped'): string {
  const names = HOST_PLACES.filter(({ files, tapInstall }) =>
    which === 'tapped' ? tapInstall : files.some(({ servers }) => servers !== undefined),
  ).map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

/** The entry of a host; throws if the data has no such id. */
export function placesOf(id: string): PlacedHost {
  const found = HOST_PLACES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no host ${id}`);
  return found;
}

/** The configuration files of a host on this machine, existing or not; project files first. */
export function hostFilesOf({ files }: PlacedHost, place: HostPlace): readonly HostFile[] {
  return files.flatMap((one) => {
    const path = placed(one, place);
    const scope = one.path.startsWith('{project}') ? 'project' : 'user';
    return path === undefined ? [] : [{ path, scope, servers: one.servers ?? [] }];
  });
}

/** The globs of a host's logs on this machine. */
export function hostLogsOf({ logs }: PlacedHost, place: HostPlace): readonly string[] {
  return logs.flatMap((one) => placed(one, place) ?? []);
}

/** Undefined for another system's path, or for a project path without a project. */
function placed({ path, on }: PlacedPath, place: HostPlace): string | undefined {
  const [base = '', ...parts] = path.split('/');
  const folder = BASES[base]?.(place);
  const isHere = on?.includes(isUnixLike(place.platform) ? 'linux' : place.platform) ?? true;
  return folder === undefined || !isHere ? undefined : joinPath(place, folder, ...parts);
}

function isUnixLike(platform: string): boolean {
  return platform !== 'win32' && platform !== 'darwin';
}

const BASES: Readonly<Record<string, (place: HostPlace) => string | undefined>> = {
  '{home}': ({ home }) => home,
  '{project}': ({ project }) => project,
  '{settings}': settingsFolder,
  '{config}': configFolder,
  '{roaming}': roamingFolder,
  '{local}': (place) => place.env.LOCALAPPDATA || joinPath(place, place.home, 'AppData', 'Local'),
  '{cache}': (place) => xdgFolder(place, 'XDG_CACHE_HOME', '.cache'),
  '{data}': (place) => xdgFolder(place, 'XDG_DATA_HOME', '.local', 'share'),
  '{state}': (place) => xdgFolder(place, 'XDG_STATE_HOME', '.local', 'state'),
  '{claude}': ({ env, home }) => env.CLAUDE_CONFIG_DIR || home,
  '{claude-folder}': (place) => place.env.CLAUDE_CONFIG_DIR || joinPath(place, place.home, '.claude'),
};

/** The folder in which desktop programs keep their settings: Application Support, APPDATA, or XDG's. */
function settingsFolder(place: HostPlace): string {
  if (place.platform === 'darwin') return joinPath(place, place.home, 'Library', 'Application Support');
  return place.platform === 'win32' ? roamingFolder(place) : configFolder(place);
}

/** `XDG_CONFIG_HOME` if it is absolute, else `~/.config`. */
function configFolder(place: HostPlace): string {
  return xdgFolder(place, 'XDG_CONFIG_HOME', '.config');
}

/** A folder by the XDG base directory specification: the variable if absolute, else a default in the home folder. */
function xdgFolder(place: HostPlace, variable: string, ...usual: readonly string[]): string {
  const given = place.env[variable] ?? '';
  return given.startsWith('/') ? given : joinPath(place, place.home, ...usual);
}

/** `APPDATA` on Windows. */
function roamingFolder(place: HostPlace): string {
  return place.env.APPDATA || joinPath(place, place.home, 'AppData', 'Roaming');
}
