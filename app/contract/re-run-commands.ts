import { z } from 'zod';
import type { LeaveReason } from '../requests/re-run/read-requests.ts';
import type { ExchangeEnd, SendGroup } from '../requests/re-run/send-plan.ts';
import { command, count, session } from './command.ts';

/** What is re-run: inclusive ranges of seqs, or all requests of the session. */
const what = {
  from: session,
  to: session,
  /** An answer's seq means its request. */
  ranges: z
    .array(z.tuple([count, count]))
    .max(200_000)
    .optional(),
};

export const RE_RUN_COMMANDS = {
  /** Returns what would be sent. Asks the server for its tools if its log does not list them. */
  planReRun: command(what).gives<ReRunPlan>(),
  /** Sends the requests of these groups in sequence; continues without the screen. */
  startReRun: command({
    ...what,
    groups: z.array(z.string().max(1000)).max(10_000),
    /** Time limit per request, in milliseconds; defaults to the session's own. */
    timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  }).gives<null>(),
  /** Sends nothing more to this session and cancels the open request. */
  stopReRun: command({ session }).gives<null>(),
  /** Gives up the open request and continues with the next one. */
  skipReRun: command({ session }).gives<null>(),
  /** What the last run to this session sent, and how it ended. */
  readReRun: command({ session, from: count, limit: count.max(1000) }).gives<SentPage>(),
} as const;

/** What would be sent, and why the rest would not. */
export type ReRunPlan = {
  /** The first requests, in order. */
  readonly requests: readonly PlannedView[];
  readonly total: number;
  readonly groups: readonly SendGroup[];
  readonly leftOut: readonly LeftOutView[];
  /** The source of the tools' annotations: the session's log, or the server, asked just now. */
  readonly toolsFrom: 'log' | 'server';
  /** Why the tools are unknown, in a sentence; empty if they are known. */
  readonly toolsFailure: string;
};

export type PlannedView = {
  readonly seq: number;
  readonly method: string;
  readonly target: string;
  readonly group: string;
  /** The arguments or params as JSON, cut to a preview; empty for none. */
  readonly params: string;
  /** A sentence on what will differ from the original; empty for nothing. */
  readonly caution: string;
  readonly before: ExchangeEnd;
};

export type LeftOutView = {
  readonly reason: LeaveReason;
  readonly count: number;
  readonly examples: readonly { readonly seq: number; readonly label: string }[];
};

export type ReRunState = {
  /** Unique to each run. */
  readonly run: number;
  readonly from: string;
  readonly fromLabel: string;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** Why it ended early, in a sentence; empty if it did not. */
  readonly note: string;
  readonly total: number;
  readonly sent: number;
  /** The open request, as method and target; empty between two. */
  readonly current: string;
  readonly worse: number;
  readonly better: number;
};

export type SentView = {
  readonly seq: number;
  readonly method: string;
  readonly target: string;
  readonly before: ExchangeEnd;
  /** Null until it is sent. */
  readonly after: (ExchangeEnd & { readonly seq: number }) | null;
  /** Why nothing was sent, in a sentence; empty if it was. */
  readonly failure: string;
};

type SentPage = { readonly items: readonly SentView[]; readonly total: number };
