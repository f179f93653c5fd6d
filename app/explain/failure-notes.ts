import type { PickedStderr } from '../frame/stderr-pick.ts';
import type { Explanation } from './explanation.ts';
import type { Failure, LastingFailure, LineFault, ProcessEnd } from './failure.ts';

/** What an answer that failed says, as far as it is kept. */
export type AnswerEvidence = {
  /** The whole message of the error, or all text of the result; cut at a limit. */
  readonly message: string;
  /** Which message of its batch it is, counted from 0. */
  readonly part?: number;
  /** What explains it by what was known when it came. */
  readonly why: Explanation;
  /** The same failure without what only that moment knew. */
  readonly failure: LastingFailure;
};

/** Why and when a client stopped waiting by itself; `at` in milliseconds since the recording began. */
export type GivenUp = Pick<Failure, 'brokenLine' | 'text'> & {
  readonly by: Failure['givenUpBy'];
  readonly at: number;
};

/** What is noted of an exchange. */
export type Notes = {
  /** Which message of its batch the request is; undefined if it came alone. */
  part?: number;
  requestFaults?: Failure['requestFaults'];
  /** True for an initialize of a process that had answered another request before. */
  answeredBefore?: boolean;
  /** True once its id stands for a later request. */
  isReused?: boolean;
  answer?: AnswerEvidence;
  /** An answer that is only likely meant for it, and that its client gave up. */
  unmatched?: AnswerEvidence;
  givenUp?: GivenUp;
  end?: ProcessEnd;
  stderr?: PickedStderr;
};

/** A message that cannot be read; the whole batch has no part. */
export type BadLine = { readonly part: number | undefined; readonly fault: LineFault };
