import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { RowTuple } from '../frame/row-code.ts';
import type { LogState, SessionInfo } from './session-info.ts';

const session = z.string().min(1).max(64);
const milliseconds = z.number().int().min(1).max(3_600_000);
const count = z.number().int().min(0);

/** The input of every command that the screen may send; the host checks each call against these. */
export const commandInputs = {
  /** The first call after connecting: what is there. */
  hello: z.strictObject({}),
  connect: z.strictObject({
    commandLine: z.string().min(1).max(32_768),
    cwd: z.string().max(4096).optional(),
    env: z.record(z.string().min(1), z.string()).optional(),
    label: z.string().max(200).optional(),
  }),
  startLab: z.strictObject({}),
  disconnect: z.strictObject({ session }),
  restart: z.strictObject({ session }),
  /** Ends the session where it lives, and forgets its tab; its recording stays. */
  close: z.strictObject({ session }),
  /** Rows from index `from` on, and the changes of earlier rows from change `patchesFrom` on. */
  readRows: z.strictObject({ session, from: count, patchesFrom: count, limit: count.max(20_000) }),
  /** Whole records by their seq, `first` to `last`, at most `limit`. */
  readRecords: z.strictObject({ session, first: count, last: count, limit: count.max(2000) }),
  listTools: z.strictObject({ session }),
  callTool: z.strictObject({
    session,
    name: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    timeoutMs: milliseconds.optional(),
  }),
  sendRequest: z.strictObject({
    session,
    method: z.string().min(1),
    params: z.record(z.string(), z.unknown()).optional(),
    timeoutMs: milliseconds.optional(),
  }),
  /** Cancels the open request with this seq. */
  cancel: z.strictObject({ session, requestSeq: count }),
  openRecording: z.strictObject({ path: z.string().min(1).max(4096) }),
  listRecordings: z.strictObject({}),
  /** A file that the screen holds, in pieces, for a host that cannot see the screen's disk. */
  uploadBegin: z.strictObject({ name: z.string().max(512), sizeBytes: count }),
  uploadPart: z.strictObject({ upload: z.string(), text: z.string().max(4_000_000) }),
  uploadEnd: z.strictObject({ upload: z.string() }),
} as const;

export type CommandName = keyof typeof commandInputs;
export type CommandInput<Name extends CommandName> = z.infer<(typeof commandInputs)[Name]>;

export type Hello = {
  readonly version: string;
  readonly host: 'electron' | 'loopback';
  readonly platform: string;
  readonly recordingsFolder: string;
  readonly sessions: readonly SessionInfo[];
  readonly logs: readonly LogState[];
};

export type RowPage = LogState & {
  /** The index of the first row here. */
  readonly from: number;
  readonly rows: readonly RowTuple[];
  /** Whole rows that changed after they were first sent. */
  readonly changed: readonly RowTuple[];
  /** The number of changes that the page brings the screen up to. */
  readonly patchesTo: number;
};

/** How a call ended for its caller; the log tells the rest. */
export type CallEnd = {
  /** The seq of the request's row; 0 where nothing was sent. */
  readonly requestSeq: number;
  /** The result as the client handed it on, or null where the call failed at any tier. */
  readonly result: unknown;
  /** One sentence where it failed, else empty. */
  readonly failure: string;
};

export type ToolInfo = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: { readonly [key: string]: unknown };
  readonly outputSchema?: { readonly [key: string]: unknown } | undefined;
  readonly annotations?: { readonly [key: string]: unknown } | undefined;
};

export type RecordingFile = {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly modifiedAt: string;
};

/** What each command gives back. A failure that a user can act on is a sentence in a `Result`. */
export type CommandOutputs = {
  hello: Hello;
  connect: Result<{ session: string }>;
  startLab: Result<{ session: string }>;
  disconnect: Result<null>;
  restart: Result<null>;
  close: Result<null>;
  readRows: Result<RowPage>;
  readRecords: Result<readonly KnownRecord[]>;
  listTools: Result<readonly ToolInfo[]>;
  callTool: Result<CallEnd>;
  sendRequest: Result<CallEnd>;
  cancel: Result<null>;
  openRecording: Result<{ sessions: readonly string[] }>;
  listRecordings: Result<readonly RecordingFile[]>;
  uploadBegin: Result<{ upload: string }>;
  uploadPart: Result<null>;
  uploadEnd: Result<{ sessions: readonly string[] }>;
};

/** The host's side of the contract. */
export type Commands = {
  [Name in CommandName]: (input: CommandInput<Name>) => Promise<CommandOutputs[Name]>;
};
