import type { Changed } from '../../app/frame/answer-change.ts';
import { isAddress } from '../../app/frame/http-record.ts';
import type { HttpWritten } from '../../app/frame/http-writer.ts';
import type {
  ClientRecord,
  DroppedRecord,
  MarkRecord,
  ProcessRecord,
  SessionRecord,
  StderrRecord,
  Unplaced,
  UnplacedFrame,
} from '../../app/frame/record.ts';
import { HttpSecrets } from '../../app/frame/redaction/http-secrets.ts';
import { KEY_PASSPHRASE } from '../../app/hosts/profiles/profile.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { ReaperClient } from './reaper-client.ts';

export type ServerSpec = ProcessSpec | HttpSpec;

/** A server to start or connect to, and by whom: `version` is this program's, and `reaper` ends what it leaves behind. */
export type ServerToStart = {
  readonly spec: ServerSpec;
  /** Changes to the default settings, such as the era and the declared capabilities. */
  readonly settings: SettingsChange;
  readonly version: string;
  readonly reaper: ReaperClient;
};

/** How to start a server. Environment values are used and never recorded. */
export type ProcessSpec = {
  readonly kind?: 'process';
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory; empty for the app's own. */
  readonly cwd: string;
  /** Variables in addition to the few that every MCP client passes on. */
  readonly env: Readonly<Record<string, string>>;
  /** How long it may take after its stdin is closed, and again after SIGTERM, in milliseconds; 1500 by default. */
  readonly graceMs?: number | undefined;
};

export type HttpSpec = {
  readonly kind: 'http';
  readonly url: string;
  /** The user's own headers, whose values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Opens an encrypted client key; by default from the environment. */
  readonly passphrase?: string | undefined;
  /** The base folder for relative paths and the project file; empty for the app's own. */
  readonly cwd: string;
};

/** How to start a server from its command; an address is used over HTTP instead, with the variables as headers. */
export function startSpec(start: ProcessSpec): ServerSpec {
  const { command, args, cwd, env } = start;
  if (args.length > 0 || !isAddress(command) || !URL.canParse(command)) return start;
  const { [KEY_PASSPHRASE]: passphrase, ...headers } = env;
  return { kind: 'http', url: command, headers, passphrase, cwd };
}

export function commandOf(spec: ServerSpec): Pick<ProcessSpec, 'command' | 'args'> {
  return spec.kind === 'http' ? { command: spec.url, args: [] } : spec;
}

/** The values that a user sets besides the command: variables or headers. */
export function ownValues(spec: ServerSpec): Readonly<Record<string, string>> {
  if (spec.kind !== 'http') return spec.env;
  const { headers, passphrase } = spec;
  return passphrase === undefined ? headers : { ...headers, [KEY_PASSPHRASE]: passphrase };
}

/** Common entry file names, and folders between them and the package folder. */
const ENTRY = /^(index|main|cli|__main__)\.\w+$/;
const OUTPUT = /^(\.|dist|build|lib|src|out|bin|esm|cjs)$/;

/** A short name for a server: its host, or the script or package that it runs, or the folder of an `index` script. */
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

/** The first record of a session with a server of the user. Only the names of variables: values are secrets. */
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

/** A record of a session; the journal adds seq, time and session. */
export type RecordBody =
  /** `insecure` if no certificate was checked. */
  | (Unplaced<SessionRecord> & { readonly insecure?: true })
  | HttpWritten
  /** `deliberate` for an intentionally malformed raw message. */
  | (UnplacedFrame & Changed & { readonly deliberate?: true })
  | Unplaced<StderrRecord | ProcessRecord | ClientRecord | DroppedRecord>
  | (Unplaced<MarkRecord> & Changed);

/** How a process ended, as recorded: either a code or a signal. */
export function exitedBody(exitCode: number | null, signal: string | null): RecordBody {
  return {
    type: 'process',
    event: 'exited',
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
  };
}

/** A long line, processed incrementally: encoded for the recording, and as displayed. */
export type LongText = { readonly encoded: EncodedText; readonly shown: string };

/** Receives a session's records in order, each before it has any other effect. */
export type SessionJournal = {
  /** Records; returns the seq. `envelope` is the parsed line of a frame, and `text` an already encoded long line. */
  write(body: RecordBody, envelope?: Envelope, text?: LongText): number;
};
