import { writtenOut } from '../../base/json-value.ts';
import type { FrameHttp, HttpBody } from '../../frame/http-record.ts';
import type {
  ClientRecord,
  Direction,
  DroppedRecord,
  MarkRecord,
  ProcessRecord,
  SessionRecord,
  StderrRecord,
  Unplaced,
  UnplacedFrame,
} from '../../frame/record.ts';
import { compactJson, memberText } from '../../wire/json-scan.ts';

export type Entry = {
  /** Milliseconds since 1970 UTC; undefined if the file has none. */
  readonly epochMs?: number | undefined;
  /** The session's name within the file; empty or absent if the file has only one. */
  readonly session?: string | undefined;
  readonly body: EntryBody;
};

/** A record as another tool's file tells of it; `rebuilt` if it is known only from words: see `isRebuilt`. */
export type EntryBody =
  /** `client` is the name by which this log's host introduces itself to servers. */
  | (Omit<Unplaced<SessionRecord>, 'origin'> & { readonly client?: string; readonly clientVersion?: string })
  | (HttpBody & { readonly rebuilt?: true })
  | (UnplacedFrame & {
      readonly http?: FrameHttp;
      readonly rebuilt?: true;
      /** Who wrote the span of a failed answer, if that span reports success. */
      readonly greenSpan?: 'client' | 'server' | 'unknown';
      /** The text that the model read, from a transcript; true if it equals the content here. */
      readonly read?: string | true;
    })
  /** `ofCalls` if it is only known that calls were lost. */
  | (Unplaced<ProcessRecord> & { readonly rebuilt?: true; readonly ofCalls?: true })
  | Unplaced<StderrRecord | ClientRecord | MarkRecord | DroppedRecord>;

export function frameEntry(
  direction: Direction,
  raw: string,
  place: Pick<Entry, 'epochMs' | 'session'> = {},
): Entry {
  return { ...place, body: { type: 'frame', direction, raw } };
}

export function markEntry(label: string, place: Pick<Entry, 'epochMs' | 'session'> = {}): Entry {
  return { ...place, body: { type: 'mark', label } };
}

/** A session's announcement, with its command line as an array if the file has one. */
export function sessionBody(label: string, commandLine: unknown, cwd?: unknown): EntryBody {
  const words = Array.isArray(commandLine) ? commandLine.map(writtenOut) : [];
  const [command, ...args] = words;
  return {
    type: 'session',
    label,
    ...(command === undefined ? {} : { command, args }),
    ...(typeof cwd === 'string' ? { cwd } : {}),
  };
}

const SIGNALS: ReadonlyMap<number, string> = new Map([
  [2, 'SIGINT'],
  [6, 'SIGABRT'],
  [9, 'SIGKILL'],
  [11, 'SIGSEGV'],
  [15, 'SIGTERM'],
]);

/** The end of a server if it is unknown who closed stdin: code 0 gives a mark; negative codes are signals (Python). */
export function processEnd(code: unknown): EntryBody {
  const exitCode = typeof code === 'number' ? code : null;
  const signal = exitCode !== null && exitCode < 0 ? (SIGNALS.get(-exitCode) ?? `signal ${-exitCode}`) : null;
  if (exitCode === null) return { type: 'mark', label: 'The server ended; its exit code was not recorded.' };
  if (exitCode === 0) return { type: 'mark', label: 'The server ended: exit code 0.' };
  return { type: 'process', event: 'exited', exitCode: signal === null ? exitCode : null, signal };
}

/** The message at `key` in the entry's text, joined to one line; undefined if it has none. */
export function messageAt(entryText: string, key: string): string | undefined {
  const text = memberText(entryText, key);
  if (text === undefined || text === 'null') return undefined;
  return text.includes('\n') ? compactJson(text) : text;
}
