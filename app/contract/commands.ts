import { z } from 'zod';
import type { OwnVocabularies } from '../codes/own-vocabulary.ts';
import type { StoredFailure } from '../explain/stored-failure.ts';
import type { Finding } from '../findings/finding.ts';
import type { FindingsNear } from '../findings/findings-near.ts';
import type { ExchangePlace } from '../frame/exchange-place.ts';
import type { RowBlock } from '../frame/row-table.ts';
import type { OwnHostFiles } from '../hosts/lens/host-table.ts';
import type { SavedSurvey } from '../lab/survey/measured-file.ts';
import { serverRequestAnswerSchema } from '../protocol/server-request.ts';
import { settingsChangeSchema } from '../protocol/session-settings.ts';
import type { DeliveredRecord, LinePart } from '../recording/long-record.ts';
import { type HeadLine, httpEditSchema, httpMethodSchema } from '../requests/raw-editor/http-edit.ts';
import { ANSWER_COMMANDS } from './answer-control.ts';
import {
  command,
  count,
  type Handlers,
  type InputOf,
  type OutputOf,
  session,
  windowName,
} from './command.ts';
import { COMPARE_COMMANDS } from './compare-commands.ts';
import { DOCTOR_COMMANDS, PROBE_COMMANDS } from './probe-commands.ts';
import { PROBLEM_COMMANDS, RULE_COMMANDS } from './problem-commands.ts';
import { HOST_FILE_COMMANDS, PROFILE_COMMANDS } from './profile-commands.ts';
import { RE_RUN_COMMANDS } from './re-run-commands.ts';
import { FILE_COMMANDS, RECORDING_COMMANDS } from './recording-commands.ts';
import { FILTER_COMMANDS, SEARCH_COMMANDS } from './search-commands.ts';
import type { LogState, SessionInfo } from './session-info.ts';
import { STATS_COMMANDS } from './stats-commands.ts';
import { TELEMETRY_COMMANDS } from './telemetry-commands.ts';
import { VIEW_COMMANDS } from './view-commands.ts';

const milliseconds = z.number().int().min(1).max(3_600_000);
const jsonObject = z.record(z.string(), z.unknown());

/** Time limit of one call, in milliseconds; defaults to the session's settings. */
const callLimits = {
  timeoutMs: milliseconds.optional(),
  /** In total, even with progress; 0 for no limit. */
  maxTotalTimeoutMs: count.max(86_400_000).optional(),
  resetTimeoutOnProgress: z.boolean().optional(),
};

/** Commands on sessions as shown on a screen, and on the user's own files. */
export const HOST_COMMANDS = {
  /** The first call after connecting: what is there. */
  hello: command({}).always<Hello>(),
  connect: command({
    commandLine: z.string().min(1).max(32_768),
    cwd: z.string().max(4096).optional(),
    env: z.record(z.string().min(1), z.string()).optional(),
    /** Variables of a live session, by name, whose values the new session takes over; `env` takes precedence. */
    kept: z.strictObject({ session, names: z.array(z.string().min(1)).max(1000) }).optional(),
    label: z.string().max(200).optional(),
    /** Differences from the defaults: era, capabilities, roots, answers, limits, watched files. */
    settings: settingsChangeSchema.optional(),
    window: windowName,
  }).gives<{ session: string }>(),
  startLab: command({ window: windowName }).gives<{ session: string }>(),
  /** Ends a live session and closes its tab; its recording stays. */
  close: command({ session }).gives<null>(),
  /** Rows from index `from` on, and the changes of earlier rows from change `patchesFrom` on. */
  readRows: command({ session, from: count, patchesFrom: count, limit: count.max(20_000) }).gives<RowPage>(),
  /** What the model read of an answer to a tool call, from an open transcript of the same minutes; null for none. */
  modelRead: command({ session, seq: count }).gives<string | null>(),
  /** Whole records by seq, `first` to `last`, at most `limit`; a long one is only named, and read in parts. */
  readRecords: command({ session, first: count, last: count, limit: count.max(2000) }).gives<
    readonly DeliveredRecord[]
  >(),
  /** A part of a long record's line, from a byte offset on. */
  readRecordPart: command({ session, seq: count, from: count }).gives<LinePart>(),
  /** The exchange of a row with its records; null if the log has no such row. */
  readExchange: command({ session, seq: count }).gives<DeliveredExchange | null>(),
  /** The findings that a screen needs for these blocks of records. */
  readFindingsNear: command({ session, blocks: z.array(count).max(64) }).gives<FindingsNear>(),
  /** Findings from index `from` on, in the order of their creation. */
  readFindings: command({ session, from: count, limit: count.max(5000) }).gives<readonly Finding[]>(),
  /** The user's own vocabularies, read from their folder again. */
  listVocabularies: command({}).gives<OwnVocabularies>(),
  listHostRows: command({}).gives<OwnHostFiles>(),
  measureSurvey: command({ session, answer: z.string().max(4_000_000) }).gives<SavedSurvey>(),
} as const;

export const SESSION_COMMANDS = {
  disconnect: command({ session }).gives<null>(),
  /** Restarts the server; given settings are kept. Carries out a `ReconnectSuggestion`. */
  restart: command({
    session,
    era: z.enum(['auto', 'initialize', 'modern']).optional(),
    revision: z.string().max(64).optional(),
    capabilities: jsonObject.optional(),
  }).gives<null>(),
  /** Changes some settings of a live session; each setting says when it takes effect. */
  configure: command({ session, settings: settingsChangeSchema }).gives<null>(),
  callTool: command({
    session,
    name: z.string(),
    arguments: jsonObject,
    ...callLimits,
    /** Requests a task in place of a result (2025-11-25, basic/utilities/tasks); `{}` without a time to live. */
    task: z.strictObject({ ttl: count.optional() }).optional(),
  }).gives<CallEnd>(),
  sendRequest: command({
    session,
    method: z.string().min(1),
    params: jsonObject.optional(),
    ...callLimits,
  }).gives<CallEnd>(),
  /** All pages of one list, requested once for all windows until it changes; pages before a failure are kept. */
  listAll: command({
    session,
    what: z.enum(['tools', 'resources', 'resourceTemplates', 'prompts', 'tasks']),
    /** Requests the list again although no change was announced. */
    again: z.boolean().optional(),
  }).gives<ListEnd>(),
  /** `logging/setLevel`; since 2026-07-28 nothing is sent, and every later request states the level. */
  setLogLevel: command({ session, level: z.string().min(1).max(64) }).gives<CallEnd>(),
  /** `resources/subscribe`; since 2026-07-28 a separate `subscriptions/listen` for each URI. */
  subscribe: command({ session, uri: z.string() }).gives<CallEnd>(),
  unsubscribe: command({ session, uri: z.string() }).gives<CallEnd>(),
  /** Starts or ends a `subscriptions/listen` for one task: since 2026-07-28, with the tasks extension. */
  followTask: command({ session, taskId: z.string(), on: z.boolean() }).gives<CallEnd>(),
  /** `tasks/get`: one in flight, or one answered less than `withinMs` ago, serves all windows. */
  pollTask: command({ session, taskId: z.string(), withinMs: count }).gives<CallEnd>(),
  /** Answers one of `LiveInfo.serverRequests`. */
  answerServerRequest: command({
    session,
    requestId: z.string().max(64),
    answer: serverRequestAnswerSchema,
  }).gives<null>(),
  /**
   * Writes bytes unchanged plus a line feed, recorded with `deliberate: true`: their faults are intentional. Exactly
   * one of `text` (sent as UTF-8) and `base64`. Works while the process lives, even without a handshake. A line feed
   * inside makes several lines, each with its own record. `fill` follows a text: this many bytes of the letter x, then
   * more text, so that the host makes the huge line. Returns the seq of the first line's record.
   */
  sendRaw: command({
    session,
    text: z.string().max(16_000_000).optional(),
    base64: z.base64().max(16_000_000).optional(),
    fill: z.strictObject({ bytes: count.max(15_000_000), after: z.string().max(1_000_000) }).optional(),
    deliberate: z.literal(true),
    /** Over HTTP: what the request has in place of what Tierscope would send. */
    http: httpEditSchema.optional(),
  }).gives<{ readonly seq: number }>(),
  /** The headers that an HTTP request with this method and body would have, hidden ones as they are recorded. */
  readHead: command({ session, method: httpMethodSchema, text: z.string().max(16_000_000) }).gives<
    readonly HeadLine[]
  >(),
  cancel: command({ session, requestSeq: count }).gives<null>(),
} as const;

/** The input of every command that a screen may send; the host validates each call against these. */
export const commandInputs = {
  ...HOST_COMMANDS,
  ...SESSION_COMMANDS,
  ...FILE_COMMANDS,
  ...RECORDING_COMMANDS,
  ...PROFILE_COMMANDS,
  ...HOST_FILE_COMMANDS,
  ...SEARCH_COMMANDS,
  ...FILTER_COMMANDS,
  ...RE_RUN_COMMANDS,
  ...COMPARE_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...TELEMETRY_COMMANDS,
  ...PROBE_COMMANDS,
  ...PROBLEM_COMMANDS,
  ...RULE_COMMANDS,
  ...ANSWER_COMMANDS,
  ...STATS_COMMANDS,
  ...VIEW_COMMANDS,
} as const;

export type CommandName = keyof typeof commandInputs;
export type CommandInput<Name extends CommandName> = InputOf<(typeof commandInputs)[Name]>;
export type CommandAnswer<Name extends CommandName> = OutputOf<(typeof commandInputs)[Name]>;

export type Commands = Handlers<typeof commandInputs>;

export type Hello = {
  readonly version: string;
  readonly host: 'electron' | 'loopback';
  readonly platform: string;
  readonly recordingsFolder: string;
  /** Whether this host can put other hosts' servers behind a tap that it sees: one in a page cannot. */
  readonly canTap: boolean;
  readonly sessions: readonly SessionInfo[];
  readonly logs: readonly LogState[];
};

export type RowPage = LogState & {
  /** The index of the first row here. */
  readonly from: number;
  readonly rows: RowBlock;
  /** Whole rows that changed after they were first sent. */
  readonly changed: RowBlock;
  /** The number of changes that this page brings the screen up to. */
  readonly patchesTo: number;
};

/** A row's exchange as `exchangeAt` gives it: long records are only named, and read in parts. */
export type DeliveredExchange = {
  readonly place: ExchangePlace;
  readonly rows: RowBlock;
  readonly records: readonly DeliveredRecord[];
  readonly beyond: readonly DeliveredRecord[];
  /** How the exchange or the record failed; empty if it did not. */
  readonly failures: readonly StoredFailure[];
};

/** How a call ended for its caller; the log has the rest. */
export type CallEnd = {
  /** The seq of the request's row; 0 if nothing was sent. */
  readonly requestSeq: number;
  /** The seq of the row that answered it; undefined for none. */
  readonly answerSeq?: number;
  /** The result as passed on by the client, in part if it is large; null if the call failed in any tier. */
  readonly result: unknown;
  /** One sentence if it failed, else empty. */
  readonly failure: string;
};

/** The received part of a list; `failure` is one sentence if a page failed, else empty. */
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
