import { z } from 'zod';
import type { Result } from '../base/result.ts';
import { type RuleOff, ruleOffSchema } from '../project/rules-off.ts';
import type { SessionProblem } from '../report/session-problems.ts';
import type { EarlierRecording } from './recording-commands.ts';

const session = z.string().min(1).max(64);
const count = z.number().int().min(0);

/** What the problems of a session are held against. */
const against = z.discriminatedUnion('kind', [
  /** The run of the process before the last restart; without one, the newest earlier recording of the server. */
  z.strictObject({ kind: z.literal('last') }),
  z.strictObject({ kind: z.literal('none') }),
  /** A run of the process in this session, counted from 1. */
  z.strictObject({ kind: z.literal('run'), run: count.min(1) }),
  z.strictObject({ kind: z.literal('recording'), path: z.string().min(1).max(4096) }),
]);
export type ProblemsAgainst = z.infer<typeof against>;

/** A vocabulary that a user says the server speaks, the framework first; confidence from 0 to 1. */
const spoken = z.strictObject({ id: z.string().min(1).max(200), confidence: z.number().min(0).max(1) });

/** Commands about the problems of a session: its errors and findings by their causes. */
export const problemCommandInputs = {
  readProblems: z.strictObject({ session, against, spoken: z.array(spoken).max(4).optional() }),
  /** The records of one problem. */
  problemRows: z.strictObject({ session, problem: z.string().min(1).max(40) }),
  /** The problem that a record shows. */
  problemAt: z.strictObject({ session, seq: count }),
  /** The rules that the user has turned off. */
  listRulesOff: z.strictObject({}),
  /** Shows no finding of a rule any more: of the server of a session, or of any server. */
  turnRuleOff: z.strictObject({ rule: z.string().min(1).max(40), session: session.nullable() }),
  turnRuleOn: z.strictObject({ off: ruleOffSchema }),
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
  /** How many more there are than are listed. */
  readonly more: number;
  /** The span that they are of, in milliseconds since the recording began. */
  readonly fromMs: number;
  readonly toMs: number;
  /** When each run of the server's process began. */
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

export type ProblemCommandOutputs = {
  /** Fails if the records cannot be read: they are not written, or the file is still being opened. */
  readProblems: Result<SessionProblems>;
  problemRows: Result<readonly number[]>;
  problemAt: Result<string | null>;
  listRulesOff: Result<readonly RuleOff[]>;
  /** What is off from now on. Fails for a rule that does not exist, or a server that is not known. */
  turnRuleOff: Result<readonly RuleOff[]>;
  turnRuleOn: Result<readonly RuleOff[]>;
};
