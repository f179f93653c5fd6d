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
  /** The keys from the file's root to the object for new servers. */
  readonly servers: readonly string[];
};

export type EnvironmentEntry = { readonly name: string; readonly value: string };

export type StdioRun = {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly EnvironmentEntry[];
  /** Variables from the host's own key store: the file only has their names. */
  readonly envNames: readonly string[];
  /** An additional file of variables that the host reads; empty for none. */
  readonly envFile: string;
  /** Empty for the host's own choice. */
  readonly cwd: string;
};

/** A server at an address, with headers, in place of a command with variables. */
export type RemoteRun = Omit<StdioRun, 'kind'> & { readonly kind: 'remote' };

/** A server that Tierscope cannot start; `reason` is a sentence. */
export type UnsupportedRun = { readonly kind: 'unsupported'; readonly reason: string };

export type HostServer = {
  readonly name: string;
  /** The keys from the file's root to the server's entry. */
  readonly at: readonly string[];
  /** 1-based. */
  readonly line: number;
  /** The project folder of the entry, if one file has servers of several projects; else empty. */
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

/** A fault in a file or entry: a sentence, with 1-based line and column. */
export type HostProblem = { readonly message: string; readonly line: number; readonly column: number };

export type HostReading = {
  readonly servers: readonly HostServer[];
  readonly inputs: readonly HostInput[];
  readonly problems: readonly HostProblem[];
};

/** The server to write into a host's file. An empty `cwd` is omitted. */
export type ServerToWrite = Pick<StdioRun, 'command' | 'args' | 'env' | 'cwd'> & {
  readonly name: string;
  /** Secret variables whose values stay out of the file; only Goose's files can name them. */
  readonly envNames?: readonly string[];
  /** Descriptions of the values for `${input:id}`; only VS Code's files have them. */
  readonly inputs?: readonly HostInput[];
};

/** True for a server at an address, given in place of its command. */
export function isRemote({ command, args }: Pick<ServerToWrite, 'command' | 'args'>): boolean {
  return args.length === 0 && isAddress(command);
}

export type HostWriting = {
  readonly text: string;
  /** Sentences about what the host's format cannot express. */
  readonly notes: readonly string[];
};

/** A host's syntax for external values: `${VAR:-default}`; `${env:VAR}`, `${input:id}` and so on; or none. */
export type VariableSyntax = 'claude-code' | 'editor' | 'none';

/** A program with MCP servers in its configuration files. */
export type Host = {
  readonly id: HostId;
  readonly name: string;
  readonly variables: VariableSyntax;
  readonly files: (place: HostPlace) => readonly HostFile[];
  /** Never throws: reads a damaged text as far as possible and reports problems. */
  readonly read: (text: string, file: HostFile) => HostReading;
  /** Writes the server at `at`, by its name, or as new; all else stays byte for byte. Fails with a sentence. */
  readonly write: (
    text: string,
    file: HostFile,
    server: ServerToWrite,
    at?: readonly string[],
  ) => Result<HostWriting>;
};

export type HostPlace = {
  /** Node's name for it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly home: string;
  /** The environment: reads `APPDATA`, `LOCALAPPDATA`, `CLAUDE_CONFIG_DIR`, `XDG_CONFIG_HOME` and more of XDG's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project whose own files are read too, if any. */
  readonly project?: string | undefined;
};

/** Joins path parts with the platform's separator; an absolute later part does not restart it. */
export function joinPath(place: HostPlace, base: string, ...parts: readonly string[]): string {
  const separator = place.platform === 'win32' ? '\\' : '/';
  const trimmed = base.endsWith('/') || base.endsWith(separator) ? base.slice(0, -1) : base;
  return [trimmed, ...parts].join(separator);
}
