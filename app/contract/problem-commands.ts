import { z } from 'zod';
import { MAX_PASTE_CHARS } from '../codes/look-up-text.ts';
import type { LookupMatch } from '../codes/search.ts';
import type { PlaceInProblem } from '../report/problem-index.ts';
import type { SessionProblem } from '../report/session-problems.ts';
import { type RuleOff, ruleOffSchema } from '../session/project/rules-off.ts';
import { command, count, path, session } from './command.ts';
import type { EarlierRecording } from './recording-commands.ts';

/** What a session's problems are compared with. */
const against = z.discriminatedUnion('kind', [
  /** The process run before the last restart; without one, the server's newest earlier recording. */
  z.strictObject({ kind: z.literal('last') }),
  z.strictObject({ kind: z.literal('none') }),
  /** A process run in this session, counted from 1. */
  z.strictObject({ kind: z.literal('run'), run: count.min(1) }),
  z.strictObject({ kind: z.literal('recording'), path: path }),
]);
export type ProblemsAgainst = z.infer<typeof against>;

/** A vocabulary that the server uses according to the user, framework first; confidence from 0 to 1. */
const spoken = z.strictObject({ id: z.string().min(1).max(200), confidence: z.number().min(0).max(1) });

/** Commands on the problems of a session: its errors and findings by cause. */
export const PROBLEM_COMMANDS = {
  /** Fails if the records are unreadable: not written, or the file is still being opened. */
  readProblems: command({
    session,
    against,
    spoken: z.array(spoken).max(4).optional(),
  }).gives<SessionProblems>(),
  problemRows: command({ session, problem: z.string().min(1).max(40) }).gives<readonly number[]>(),
  /** The problem that a record shows, preferably this one, in a run from 1, or with 0 in the whole session. */
  problemAt: command({
    ...{ session, seq: count, run: count },
    problem: z.string().max(40),
  }).gives<PlaceInProblem | null>(),
  /** What the messages in a pasted text show, worst first; empty for a text without messages. */
  readPaste: command({ text: z.string().max(MAX_PASTE_CHARS) }).gives<readonly LookupMatch[]>(),
} as const;

export const RULE_COMMANDS = {
  listRulesOff: command({}).gives<readonly RuleOff[]>(),
  /** Turns a rule off for a session's server, or for all; returns the rules that are off. Fails for unknown ones. */
  turnRuleOff: command({ rule: z.string().min(1).max(40), session: session.nullable() }).gives<
    readonly RuleOff[]
  >(),
  turnRuleOn: command({ off: ruleOffSchema }).gives<readonly RuleOff[]>(),
} as const;

/** What the problems were finally compared with. */
export type ProblemBasis =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'recording'; readonly recording: EarlierRecording };

export type SessionProblems = {
  readonly session: string;
  /** Increases with the records read. */
  readonly revision: number;
  /** Worst first; gone ones at the end. */
  readonly problems: readonly SessionProblem[];
  readonly more: number;
  /** The time span of the problems, in milliseconds since the recording began. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly number[];
  /** Their run, from 1; 0 for the whole session. */
  readonly run: number;
  readonly basis: ProblemBasis;
  /** A sentence if the earlier run could not be read. */
  readonly basisFault: string;
  /** The server's earlier recordings, newest first. */
  readonly earlier: readonly EarlierRecording[];
  /** The record from which on nothing is grouped because there are too many; 0 for none. */
  readonly cutAt: number;
};
