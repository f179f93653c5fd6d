import { z } from 'zod';
import type { PlaceInProblem } from '../report/problem-index.ts';
import type { SessionProblem } from '../report/session-problems.ts';
import { type RuleOff, ruleOffSchema } from '../session/project/rules-off.ts';
import { command, count, path, session } from './command.ts';
import type { EarlierRecording } from './recording-commands.ts';

/** What the problems of a session are held against. */
const against = z.discriminatedUnion('kind', [
  /** The run of the process before the last restart; without one, the newest earlier recording of the server. */
  z.strictObject({ kind: z.literal('last') }),
  z.strictObject({ kind: z.literal('none') }),
  /** A run of the process in this session, counted from 1. */
  z.strictObject({ kind: z.literal('run'), run: count.min(1) }),
  z.strictObject({ kind: z.literal('recording'), path: path }),
]);
export type ProblemsAgainst = z.infer<typeof against>;

/** A vocabulary that a user says the server speaks, the framework first; confidence from 0 to 1. */
const spoken = z.strictObject({ id: z.string().min(1).max(200), confidence: z.number().min(0).max(1) });

/** Commands about the problems of a session: its errors and findings by their causes. */
export const PROBLEM_COMMANDS = {
  /** Fails if the records cannot be read: they are not written, or the file is still being opened. */
  readProblems: command({
    session,
    against,
    spoken: z.array(spoken).max(4).optional(),
  }).gives<SessionProblems>(),
  problemRows: command({ session, problem: z.string().min(1).max(40) }).gives<readonly number[]>(),
  /** The problem that a record shows, this one if it does, in a run from 1 or for 0 in the whole session. */
  problemAt: command({
    ...{ session, seq: count, run: count },
    problem: z.string().max(40),
  }).gives<PlaceInProblem | null>(),
} as const;

export const RULE_COMMANDS = {
  listRulesOff: command({}).gives<readonly RuleOff[]>(),
  /** Turns a rule off for the server of a session, or for any; gives what is off. Fails for unknown ones. */
  turnRuleOff: command({ rule: z.string().min(1).max(40), session: session.nullable() }).gives<
    readonly RuleOff[]
  >(),
  turnRuleOn: command({ off: ruleOffSchema }).gives<readonly RuleOff[]>(),
} as const;

/** What the problems were held against in the end. */
export type ProblemBasis =
  | { readonly kind: 'none' }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'recording'; readonly recording: EarlierRecording };

export type SessionProblems = {
  readonly session: string;
  /** Grows with the records that were read. */
  readonly revision: number;
  /** The worst first; those that are gone at the end. */
  readonly problems: readonly SessionProblem[];
  readonly more: number;
  /** The span that they are of, in milliseconds since the recording began. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly runs: readonly number[];
  /** The run that they are of, from 1; 0 for the whole session. */
  readonly run: number;
  readonly basis: ProblemBasis;
  /** A sentence, if the earlier run could not be read. */
  readonly basisFault: string;
  /** The earlier recordings of the server, the newest first. */
  readonly earlier: readonly EarlierRecording[];
  /** The record from which on nothing is grouped, for there are too many; 0 for none. */
  readonly cutAt: number;
};
