import { writtenOut } from '../../base/json-value.ts';
import type { FrameHttp, HttpBody } from '../../frame/http-record.ts';
import type { ClientRecord, Direction, ProcessRecord } from '../../frame/record.ts';
import { compactJson, memberText } from '../../wire/json-scan.ts';
import type { LineText } from '../../wire/line-text.ts';

export type Entry = {
  /** Milliseconds since 1970 UTC; undefined if the file has none. */
  readonly epochMs?: number | undefined;
  /** The session's name within the file; empty or absent if the file has only one. */
  readonly session?: string | undefined;
  readonly body: EntryBody;
};

export type EntryBody =
  | {
      readonly type: 'session';
      readonly label: string;
      readonly command?: string;
      readonly args?: string[];
      readonly cwd?: string;
      /** The folders that the host searched for the command. */
      readonly path?: string[];
      readonly transport?: string;
      readonly url?: string;
      /** The name by which this log's host introduces itself to servers. */
      readonly client?: string;
      readonly clientVersion?: string;
    }
  | (HttpBody & { readonly rebuilt?: true })
  | ({
      readonly type: 'frame';
      readonly direction: Direction;
      readonly truncatedBytes?: number;
      readonly http?: FrameHttp;
      /** See `isRebuilt`. */
      readonly rebuilt?: true;
      /** Who wrote the span of a failed answer, if that span reports success. */
      readonly greenSpan?: 'client' | 'server' | 'unknown';
      /** The text that the model read, from a transcript; true if it equals the content here. */
      readonly read?: string | true;
    } & LineText)
  | { readonly type: 'stderr'; readonly text: string }
  | {
      readonly type: 'process';
      readonly event: ProcessRecord['event'];
      readonly exitCode?: number | null;
      readonly signal?: string | null;
      readonly message?: string;
      /** True if it is known only from a host's words. */
      readonly rebuilt?: true;
      /** True if it is only known that calls were lost. */
      readonly ofCalls?: true;
    }
  | {
      readonly type: 'client';
      readonly event: ClientRecord['event'];
      readonly id?: string | number;
      readonly message: string;
    }
  | { readonly type: 'mark'; readonly label: string }
  | { readonly type: 'dropped'; readonly count: number; readonly reason: string };

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

/** A message as JSON text from the file, joined to one line if the file spreads it over several. */
function messageText(text: string): string {
  return text.includes('\n') ? compactJson(text) : text;
}

/** The message at `key` in the entry's text; undefined if it has none. */
export function messageAt(entryText: string, key: string): string | undefined {
  const text = memberText(entryText, key);
  return text === undefined || text === 'null' ? undefined : messageText(text);
}
