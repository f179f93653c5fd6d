import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Changed } from '../../app/frame/answer-change.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import type { HttpWritten } from '../../app/frame/http-writer.ts';
import type { ClientRecord, Direction, ProcessRecord, SessionRecord } from '../../app/frame/record.ts';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { LineText } from '../../app/wire/line-text.ts';

/** The server of a session: a process of its own, or an address. */
export type ServerSpec = ProcessSpec | HttpSpec;

/** How a server is started. Environment values are used and never recorded. */
export type ProcessSpec = {
  readonly kind?: 'process';
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory; empty for the app's own. */
  readonly cwd: string;
  /** Variables beside the few that every MCP client passes on. */
  readonly env: Readonly<Record<string, string>>;
  /** How long it may take after its stdin closed, and again after SIGTERM, in milliseconds; left out, 1500. */
  readonly graceMs?: number | undefined;
};

/** Where a server is reached over HTTP. */
export type HttpSpec = {
  readonly kind: 'http';
  readonly url: string;
  /** Headers of the user's own: their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The folder that relative paths and the project file are looked for in; empty for the app's own. */
  readonly cwd: string;
};

/** How a server is started by its command; an address instead of one is asked over HTTP, with the values as headers. */
export function startSpec(start: ProcessSpec): ServerSpec {
  const { command, args, cwd, env } = start;
  if (args.length > 0 || !isAddress(command) || !URL.canParse(command)) return start;
  return { kind: 'http', url: command, headers: env, cwd };
}

/** The command of a server and its arguments; an address stands as one. */
export function commandOf(spec: ServerSpec): Pick<ProcessSpec, 'command' | 'args'> {
  return spec.kind === 'http' ? { command: spec.url, args: [] } : spec;
}

/** The values that a user gives a server beside its command: variables, or headers. */
export function ownValues(spec: ServerSpec): Readonly<Record<string, string>> {
  return spec.kind === 'http' ? spec.headers : spec.env;
}

/**
 * The environment that a server starts with: what the official clients inherit by default
 * (SDK 1.32 client/stdio.js: HOME, LOGNAME, PATH, SHELL, TERM, USER), and the session's own.
 */
export function serverEnvironment(spec: ProcessSpec): Record<string, string> {
  return { ...getDefaultEnvironment(), ...spec.env };
}

/** Names that nearly every script of a package has, and folders that stand between it and the package's own. */
const ENTRY = /^(index|main|cli|__main__)\.\w+$/;
const OUTPUT = /^(\.|dist|build|lib|src|out|bin|esm|cjs)$/;

/** A short name for a server: the host of an address, the script or package that its command runs, or the folder of a script named `index`. */
export function serverLabel(command: string, args: readonly string[]): string {
  if (isAddress(command)) return command.replace(/^https?:\/\/|[/?#].*$/gi, '');
  const parts = [command, ...args].filter((part) => !part.startsWith('-') && part !== 'exec');
  const runner = /^(node|npx|bunx|uvx|uv|python3?|deno|tsx|sh|bash)(\.exe|\.cmd)?$/i;
  const named = parts.find((part) => !runner.test(baseName(part))) ?? command;
  return named.startsWith('@') ? named : (packageOf(named) ?? baseName(named));
}

function packageOf(script: string): string | undefined {
  const [name = '', ...folders] = script.split(/[\\/]/).toReversed();
  const own = ENTRY.test(name) ? folders.find((folder) => !OUTPUT.test(folder)) : undefined;
  return own === undefined || own === '' || own === '..' ? undefined : own;
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** The record that a session with a server of one's own begins with. The names of variables only: values are secrets. */
export function sessionBody(spec: ServerSpec, label: string, settings: SettingsChange = {}): RecordBody {
  const ours = { type: 'session', label, origin: 'connect' } as const;
  if (spec.kind === 'http') {
    const transport = settings.transport === 'http+sse' ? 'http+sse' : 'streamable-http';
    const insecure = settings.insecure === true ? ({ insecure: true } as const) : {};
    return { ...ours, transport, url: new HttpSecrets().url(spec.url), ...insecure };
  }
  const { command, args, cwd, env } = spec;
  return { ...ours, command, args: [...args], cwd, env: Object.keys(env) };
}

/** What a session has to record; the journal adds seq, time and session. */
export type RecordBody =
  | {
      readonly type: 'session';
      readonly label: string;
      readonly origin: SessionRecord['origin'];
      readonly command: string;
      readonly args: string[];
      readonly cwd: string;
      readonly env: string[];
    }
  | {
      readonly type: 'session';
      readonly label: string;
      readonly origin: SessionRecord['origin'];
      readonly transport: 'streamable-http' | 'http+sse';
      /** Without its secrets. */
      readonly url: string;
      /** True if no certificate was checked. */
      readonly insecure?: true;
    }
  | HttpWritten
  | ({
      readonly type: 'frame';
      readonly direction: Direction;
      readonly truncatedBytes?: number;
      /** True for a raw message: what is wrong with it is intended. */
      readonly deliberate?: true;
    } & Changed &
      LineText)
  | { readonly type: 'stderr'; readonly text: string }
  | {
      readonly type: 'process';
      readonly event: ProcessRecord['event'];
      readonly pid?: number;
      readonly exitCode?: number;
      readonly signal?: string;
      readonly message?: string;
    }
  | {
      readonly type: 'client';
      readonly event: ClientRecord['event'];
      readonly id?: string | number;
      readonly method?: string;
      readonly message: string;
    }
  | ({ readonly type: 'mark'; readonly label: string; readonly about?: number } & Changed)
  | { readonly type: 'dropped'; readonly count: number; readonly reason: string };

/** How a process ended, as a recording has it: a code or a signal, and nothing for the other. */
export function exitedBody(exitCode: number | null, signal: string | null): RecordBody {
  return {
    type: 'process',
    event: 'exited',
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
  };
}

/** A line so long that it is taken by steps: encoded for the recording, and as it is shown. */
export type LongText = { readonly encoded: EncodedText; readonly shown: string };

/** Where a session's records go, in order, each before anything else is done with it. */
export type SessionJournal = {
  /**
   * Records; gives the seq. `envelope` is the reading of a frame's line, made once for all, and `text` what was made of
   * a long line by steps.
   */
  write(body: RecordBody, envelope?: Envelope, text?: LongText): number;
};
