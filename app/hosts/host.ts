import type { Result } from '../base/result.ts';
import { isAddress } from '../frame/http-record.ts';

/** The programs whose configuration files are read. */
export type HostId =
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'cline'
  | 'zed'
  | 'goose';

export type HostFile = {
  readonly path: string;
  /** For all of the user's work, or for one project. */
  readonly scope: 'user' | 'project';
  /** The keys from the file's root to the object that new servers go into. */
  readonly servers: readonly string[];
};

export type EnvironmentEntry = { readonly name: string; readonly value: string };

export type StdioRun = {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly EnvironmentEntry[];
  /** Variables that the host takes from its own key store: the file has their names only. */
  readonly envNames: readonly string[];
  /** A file of variables that the host reads besides; empty for none. */
  readonly envFile: string;
  /** Empty for the host's own choice. */
  readonly cwd: string;
};

/** A server at an address, which stands instead of a command, with headers instead of variables. */
export type RemoteRun = Omit<StdioRun, 'kind'> & { readonly kind: 'remote' };

/** A server that Tierscope cannot start; `reason` is a sentence. */
export type UnsupportedRun = { readonly kind: 'unsupported'; readonly reason: string };

export type HostServer = {
  readonly name: string;
  /** The keys from the file's root to the server's entry. */
  readonly at: readonly string[];
  /** From 1. */
  readonly line: number;
  /** The project folder that the entry is for, if one file has servers of several; else empty. */
  readonly project: string;
  readonly disabled: boolean;
  readonly run: StdioRun | RemoteRun | UnsupportedRun;
};

/** A value that the host asks its user for, by id (VS Code `inputs`). */
export type HostInput = {
  readonly id: string;
  readonly description: string;
  readonly password: boolean;
  readonly fallback: string;
};

/** What is wrong with a file or an entry: a sentence, line and column from 1. */
export type HostProblem = { readonly message: string; readonly line: number; readonly column: number };

export type HostReading = {
  readonly servers: readonly HostServer[];
  readonly inputs: readonly HostInput[];
  readonly problems: readonly HostProblem[];
};

/** What goes into a host's file. An empty `cwd` is left out. */
export type ServerToWrite = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly EnvironmentEntry[];
  /** Secret variables whose values stay out of the file; only Goose's files can name them. */
  readonly envNames?: readonly string[];
  readonly cwd: string;
  /** What is known of the values that `${input:id}` stands for; only VS Code's files can say it. */
  readonly inputs?: readonly HostInput[];
};

/** True for a server at an address, which stands instead of its command. */
export function isRemote({ command, args }: Pick<ServerToWrite, 'command' | 'args'>): boolean {
  return args.length === 0 && isAddress(command);
}

export type HostWriting = {
  readonly text: string;
  /** Sentences about what the host's form cannot say. */
  readonly notes: readonly string[];
};

/** How a host's files name values from elsewhere: `${VAR:-default}`; `${env:VAR}`, `${input:id}` and so on; or not. */
export type VariableSyntax = 'claude-code' | 'editor' | 'none';

/** One program with MCP servers in its configuration files. */
export type Host = {
  readonly id: HostId;
  readonly name: string;
  readonly variables: VariableSyntax;
  /** Where its files may be, whether or not they exist. */
  readonly files: (place: HostPlace) => readonly HostFile[];
  /** Never throws: a damaged text is read as far as it goes, with problems. */
  readonly read: (text: string, file: HostFile) => HostReading;
  /** The text with this server at `at`, by its name, or new; all else stays byte for byte. Fails with a sentence. */
  readonly write: (
    text: string,
    file: HostFile,
    server: ServerToWrite,
    at?: readonly string[],
  ) => Result<HostWriting>;
};

export type HostPlace = {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly home: string;
  /** The environment: `APPDATA`, `LOCALAPPDATA`, `XDG_CONFIG_HOME` and `CLAUDE_CONFIG_DIR` are read, and more of XDG's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project whose own files are looked at too, if there is one. */
  readonly project?: string | undefined;
};

/** Joins parts of a path with the platform's separator; an absolute later part does not restart it. */
export function joinPath(place: HostPlace, base: string, ...parts: readonly string[]): string {
  const separator = place.platform === 'win32' ? '\\' : '/';
  const trimmed = base.endsWith('/') || base.endsWith(separator) ? base.slice(0, -1) : base;
  return [trimmed, ...parts].join(separator);
}

/** The folder where desktop programs keep their settings: Application Support, APPDATA, or XDG's. */
export function settingsFolder(place: HostPlace): string {
  if (place.platform === 'darwin') return joinPath(place, place.home, 'Library', 'Application Support');
  if (place.platform === 'win32') return roamingFolder(place);
  return configFolder(place);
}

/** `XDG_CONFIG_HOME` if it is absolute, else `~/.config`. */
export function configFolder(place: HostPlace): string {
  return xdgFolder(place, 'XDG_CONFIG_HOME', '.config');
}

/** A folder of the XDG base directory specification: the variable's if it is absolute, else this one in the home folder. */
export function xdgFolder(place: HostPlace, variable: string, ...usual: readonly string[]): string {
  const given = place.env[variable] ?? '';
  return given.startsWith('/') ? given : joinPath(place, place.home, ...usual);
}

/** `APPDATA` of Windows. */
export function roamingFolder(place: HostPlace): string {
  return place.env.APPDATA || joinPath(place, place.home, 'AppData', 'Roaming');
}

/** `LOCALAPPDATA` of Windows. */
export function localFolder(place: HostPlace): string {
  return place.env.LOCALAPPDATA || joinPath(place, place.home, 'AppData', 'Local');
}
