import { z } from 'zod';
import type { Result } from '../base/result.ts';
import type { OwnVocabularies } from '../codes/own-vocabulary.ts';
import type { Finding } from '../findings/finding.ts';
import type { RowBlock } from '../frame/row-block.ts';
import type { OwnHostFiles } from '../host-lens/host-table.ts';
import { serverRequestAnswerSchema } from '../protocol/server-request.ts';
import { settingsChangeSchema } from '../protocol/session-settings.ts';
import type { HandedRecord, LinePart } from '../recording/long-record.ts';
import type { SavedSurvey } from '../survey/measured-file.ts';
import { type AnswerCommandOutputs, answerCommandInputs } from './answer-control.ts';
import { type CompareCommandOutputs, compareCommandInputs } from './compare-commands.ts';
import { type DoctorCommandOutputs, doctorCommandInputs } from './doctor-commands.ts';
import { type ProbeCommandOutputs, probeCommandInputs } from './probe-commands.ts';
import { type ProblemCommandOutputs, problemCommandInputs } from './problem-commands.ts';
import { type ProfileCommandOutputs, profileCommandInputs } from './profile-commands.ts';
import { type ReRunCommandOutputs, reRunCommandInputs } from './re-run-commands.ts';
import {
  type RecentCommandOutputs,
  type RecordingCommandOutputs,
  recentCommandInputs,
  recordingCommandInputs,
} from './recording-commands.ts';
import { type SearchCommandOutputs, searchCommandInputs } from './search-commands.ts';
import type { LogState, SessionInfo } from './session-info.ts';
import { type StatsCommandOutputs, statsCommandInputs } from './stats-commands.ts';

const session = z.string().min(1).max(64);
const milliseconds = z.number().int().min(1).max(3_600_000);
const count = z.number().int().min(0);
/** The name of the window that opens a session, so that the others keep their own tab in front. */
const window = z.string().max(64).optional();
const jsonObject = z.record(z.string(), z.unknown());

/** How long one call may take, in milliseconds; the session's settings hold if nothing is given. */
const callLimits = {
  timeoutMs: milliseconds.optional(),
  /** Altogether, also with progress; 0 for no limit. */
  maxTotalTimeoutMs: count.max(86_400_000).optional(),
  resetTimeoutOnProgress: z.boolean().optional(),
};

/** The input of every command that the screen may send; the host checks each call against these. */
export const commandInputs = {
  /** The first call after connecting: what is there. */
  hello: z.strictObject({}),
  connect: z.strictObject({
    commandLine: z.string().min(1).max(32_768),
    cwd: z.string().max(4096).optional(),
    env: z.record(z.string().min(1), z.string()).optional(),
    /** Variables of a live session, by name, whose values the new one takes over; `env` wins over them. */
    kept: z.strictObject({ session, names: z.array(z.string().min(1)).max(1000) }).optional(),
    label: z.string().max(200).optional(),
    /** What differs from the defaults: era, capabilities, roots, answers, limits, watched files. */
    settings: settingsChangeSchema.optional(),
    window,
  }),
  startLab: z.strictObject({ window }),
  disconnect: z.strictObject({ session }),
  /**
   * Ends the server and starts it once more. What is given stays in the session's settings; `capabilities`
   * is added to what is declared. Carries out a `ReconnectSuggestion`.
   */
  restart: z.strictObject({
    session,
    era: z.enum(['auto', 'initialize', 'modern']).optional(),
    revision: z.string().max(64).optional(),
    capabilities: jsonObject.optional(),
  }),
  /** Changes some settings of a live session; each setting says when it takes effect. */
  configure: z.strictObject({ session, settings: settingsChangeSchema }),
  /** Ends the session where it lives, and forgets its tab; its recording stays. */
  close: z.strictObject({ session }),
  /** Rows from index `from` on, and the changes of earlier rows from change `patchesFrom` on. */
  readRows: z.strictObject({ session, from: count, patchesFrom: count, limit: count.max(20_000) }),
  /** Whole records by their seq, `first` to `last`, at most `limit`; a long one is named, and read in parts. */
  readRecords: z.strictObject({ session, first: count, last: count, limit: count.max(2000) }),
  /** A part of the line of a long record, from a byte of it on. */
  readRecordPart: z.strictObject({ session, seq: count, from: count }),
  /** Findings from the one numbered `from` on, in the order in which they were made. */
  readFindings: z.strictObject({ session, from: count, limit: count.max(5000) }),
  listTools: z.strictObject({ session }),
  callTool: z.strictObject({
    session,
    name: z.string(),
    arguments: jsonObject,
    ...callLimits,
    /** Asks for a task instead of a result (2025-11-25, basic/utilities/tasks); `{}` without a time to live. */
    task: z.strictObject({ ttl: count.optional() }).optional(),
  }),
  sendRequest: z.strictObject({
    session,
    method: z.string().min(1),
    params: jsonObject.optional(),
    ...callLimits,
  }),
  /**
   * Every page of one list; what was listed before a page failed is kept. The server is asked once for all windows,
   * until it says that the list changed or is started anew.
   */
  listAll: z.strictObject({
    session,
    what: z.enum(['tools', 'resources', 'resourceTemplates', 'prompts', 'tasks']),
    /** Asks the server again although nothing says that the list is another. */
    again: z.boolean().optional(),
  }),
  readResource: z.strictObject({ session, uri: z.string(), ...callLimits }),
  getPrompt: z.strictObject({
    session,
    name: z.string(),
    arguments: z.record(z.string(), z.string()).optional(),
    ...callLimits,
  }),
  /** Completes one argument of a prompt or of a resource template, given the arguments set so far. */
  complete: z.strictObject({
    session,
    ref: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('ref/prompt'), name: z.string() }),
      z.strictObject({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.strictObject({ name: z.string(), value: z.string() }),
    context: z.record(z.string(), z.string()).optional(),
  }),
  /** `logging/setLevel`; since 2026-07-28 nothing is sent, and every later request names the level. */
  setLogLevel: z.strictObject({ session, level: z.string().min(1).max(64) }),
  /** `resources/subscribe`; since 2026-07-28 a `subscriptions/listen` of its own for each URI. */
  subscribe: z.strictObject({ session, uri: z.string() }),
  unsubscribe: z.strictObject({ session, uri: z.string() }),
  /** A `subscriptions/listen` for one task, or its end: since 2026-07-28, if the server has the tasks extension. */
  followTask: z.strictObject({ session, taskId: z.string(), on: z.boolean() }),
  /**
   * `tasks/get` as it is asked again and again: one in flight, or one that was answered less than `withinMs`
   * ago, stands for all windows.
   */
  pollTask: z.strictObject({ session, taskId: z.string(), withinMs: count }),
  /** Answers one of `LiveInfo.serverRequests`. */
  answerServerRequest: z.strictObject({
    session,
    requestId: z.string().max(64),
    answer: serverRequestAnswerSchema,
  }),
  /**
   * Writes bytes as they are and a line feed, recorded with `deliberate: true`: what is wrong with them was
   * meant. Exactly one of `text` (sent as UTF-8) and `base64`. Works while the process lives, also without a
   * handshake. A line feed inside makes several lines, each with a record of its own. `fill` follows a text:
   * so many bytes of the letter x, and then more text; a huge line is made by the host.
   */
  sendRaw: z.strictObject({
    session,
    text: z.string().max(16_000_000).optional(),
    base64: z.base64().max(16_000_000).optional(),
    fill: z.strictObject({ bytes: count.max(15_000_000), after: z.string().max(1_000_000) }).optional(),
    deliberate: z.literal(true),
  }),
  /** Cancels the open request with this seq. */
  cancel: z.strictObject({ session, requestSeq: count }),
  openRecording: z.strictObject({ path: z.string().min(1).max(4096) }),
  listRecordings: z.strictObject({}),
  /** The user's own vocabularies, read again from their folder. */
  listVocabularies: z.strictObject({}),
  /** The user's own rows of the host table. */
  listHostRows: z.strictObject({}),
  /** Saves what follows from a session's survey, and from what the agent wrote of it. */
  measureSurvey: z.strictObject({ session, answer: z.string().max(4_000_000) }),
  /** A file that the screen holds, in pieces, for a host that cannot see the screen's disk. */
  uploadStart: z.strictObject({ name: z.string().max(512), sizeBytes: count }),
  /** The next bytes of the file, whatever they are. */
  uploadPart: z.strictObject({ upload: z.string(), base64: z.base64().max(4_000_000) }),
  uploadEnd: z.strictObject({ upload: z.string() }),
  ...recordingCommandInputs,
  ...recentCommandInputs,
  ...profileCommandInputs,
  ...searchCommandInputs,
  ...reRunCommandInputs,
  ...compareCommandInputs,
  ...doctorCommandInputs,
  ...probeCommandInputs,
  ...problemCommandInputs,
  ...answerCommandInputs,
  ...statsCommandInputs,
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
  readonly rows: RowBlock;
  /** Whole rows that changed after they were first sent. */
  readonly changed: RowBlock;
  /** The number of changes that the page brings the screen up to. */
  readonly patchesTo: number;
};

/** How a call ended for its caller; the log has the rest. */
export type CallEnd = {
  /** The seq of the request's row; 0 if nothing was sent. */
  readonly requestSeq: number;
  /** The seq of the row that answered it; left out if none did. */
  readonly answerSeq?: number;
  /** The result as the client handed it on, of a large one some members; null if the call failed at any tier. */
  readonly result: unknown;
  /** One sentence if it failed, else empty. */
  readonly failure: string;
};

/** A list as far as it came; `failure` is one sentence if a page failed, else empty. */
export type ListEnd = {
  readonly items: readonly unknown[];
  readonly pages: number;
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
  /** True for one that the limit of the folder does not count and never lets go. */
  readonly kept: boolean;
};

/** What each command gives back. A failure that a user can act on is a sentence in a `Result`. */
export type CommandOutputs = RecordingCommandOutputs &
  RecentCommandOutputs &
  ProfileCommandOutputs &
  SearchCommandOutputs &
  ReRunCommandOutputs &
  CompareCommandOutputs &
  DoctorCommandOutputs &
  ProbeCommandOutputs &
  ProblemCommandOutputs &
  AnswerCommandOutputs &
  StatsCommandOutputs & {
    hello: Hello;
    connect: Result<{ session: string }>;
    startLab: Result<{ session: string }>;
    disconnect: Result<null>;
    restart: Result<null>;
    configure: Result<null>;
    close: Result<null>;
    readRows: Result<RowPage>;
    readRecords: Result<readonly HandedRecord[]>;
    readRecordPart: Result<LinePart>;
    readFindings: Result<readonly Finding[]>;
    listTools: Result<readonly ToolInfo[]>;
    callTool: Result<CallEnd>;
    sendRequest: Result<CallEnd>;
    listAll: Result<ListEnd>;
    readResource: Result<CallEnd>;
    getPrompt: Result<CallEnd>;
    complete: Result<CallEnd>;
    setLogLevel: Result<CallEnd>;
    subscribe: Result<CallEnd>;
    unsubscribe: Result<CallEnd>;
    followTask: Result<CallEnd>;
    pollTask: Result<CallEnd>;
    answerServerRequest: Result<null>;
    /** The seq of the first line's record. */
    sendRaw: Result<{ readonly seq: number }>;
    cancel: Result<null>;
    openRecording: Result<{ sessions: readonly string[] }>;
    listRecordings: Result<readonly RecordingFile[]>;
    listVocabularies: Result<OwnVocabularies>;
    listHostRows: Result<OwnHostFiles>;
    measureSurvey: Result<SavedSurvey>;
    uploadStart: Result<{ upload: string }>;
    uploadPart: Result<null>;
    uploadEnd: Result<{ sessions: readonly string[] }>;
  };

/** The host's side of the contract. */
export type Commands = {
  [Name in CommandName]: (input: CommandInput<Name>) => Promise<CommandOutputs[Name]>;
};
