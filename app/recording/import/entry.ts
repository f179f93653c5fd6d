import { writtenOut } from '../../base/json-value.ts';
import type { ClientRecord, Direction, ProcessRecord } from '../../frame/record.ts';
import type { LineText } from '../../wire/line-text.ts';

/** What one place of another tool's file holds, before it is numbered and becomes a record. */
export type Entry = {
  /** Milliseconds since 1970 UTC; undefined if the file has none. */
  readonly epochMs?: number | undefined;
  /** The session's name within the file; empty or absent if the file holds only one. */
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
    }
  | ({ readonly type: 'frame'; readonly direction: Direction; readonly truncatedBytes?: number } & LineText)
  | { readonly type: 'stderr'; readonly text: string }
  | {
      readonly type: 'process';
      readonly event: ProcessRecord['event'];
      readonly exitCode?: number | null;
      readonly signal?: string | null;
      readonly message?: string;
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

/** The session's announcement with a command line as an array, if the file has one. */
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
