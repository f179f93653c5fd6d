import { z } from 'zod';
import type { LeaveReason } from '../requests/re-run/read-requests.ts';
import type { ExchangeEnd, SendGroup } from '../requests/re-run/send-plan.ts';
import { command, count, session } from './command.ts';

/** What is re-run: ranges of seqs, first and last included, or all requests of the session. */
const what = {
  from: session,
  to: session,
  /** An answer stands for its request. */
  ranges: z
    .array(z.tuple([count, count]))
    .max(200_000)
    .optional(),
};

export const RE_RUN_COMMANDS = {
  /** Says what would be sent. The server is asked for its tools if its log does not list them. */
  planReRun: command(what).gives<ReRunPlan>(),
  /** Sends the requests of these groups, one after another, and goes on without the screen. */
  startReRun: command({
    ...what,
    groups: z.array(z.string().max(1000)).max(10_000),
    /** How long each request may take, in milliseconds; left out, the session's own limit. */
    timeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  }).gives<null>(),
  /** Sends nothing more to this session, and cancels the request that is open. */
  stopReRun: command({ session }).gives<null>(),
  /** Gives up the request that is open, and goes on with the next one. */
  skipReRun: command({ session }).gives<null>(),
  /** What the last run to this session sent, and how it ended. */
  readReRun: command({ session, from: count, limit: count.max(1000) }).gives<SentPage>(),
} as const;

/** What would be sent, and why the rest would not. */
export type ReRunPlan = {
  /** The first requests, in their order. */
  readonly requests: readonly PlannedView[];
  readonly total: number;
  readonly groups: readonly SendGroup[];
  readonly leftOut: readonly LeftOutView[];
  /** Where the annotations of the tools are from: the session's log, or the server that was asked just now. */
  readonly toolsFrom: 'log' | 'server';
  /** Why the tools are not known, in a sentence; empty if they are. */
  readonly toolsFailure: string;
};

export type PlannedView = {
  readonly seq: number;
  readonly method: string;
  readonly target: string;
  readonly group: string;
  /** The arguments or params as JSON, cut to a preview; empty for none. */
  readonly params: string;
  /** A sentence on what will not be as it was; empty for nothing. */
  readonly caution: string;
  readonly before: ExchangeEnd;
};

export type LeftOutView = {
  readonly reason: LeaveReason;
  readonly count: number;
  readonly examples: readonly { readonly seq: number; readonly label: string }[];
};

export type ReRunState = {
  /** Another one for each run. */
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
  /** Null while it was not sent. */
  readonly after: (ExchangeEnd & { readonly seq: number }) | null;
  /** Why nothing was sent, in a sentence; empty if it was. */
  readonly failure: string;
};

type SentPage = { readonly items: readonly SentView[]; readonly total: number };
