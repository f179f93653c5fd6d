import type { Severity } from '../findings/finding.ts';
import type { Outcome } from '../frame/outcome.ts';
import type { Direction } from '../frame/record.ts';
import type { ErrorTier, Tier } from '../frame/tier.ts';

/** One run of a client against a server, as far as it is compared: all sessions of a recording. */
export type Run = {
  /** In the order of their requests. */
  readonly exchanges: readonly RunExchange[];
  /** Errors that belong to no exchange, in order. */
  readonly events: readonly RunEvent[];
  /** Findings that hang on no exchange, by seq. */
  readonly findings: readonly RunFinding[];
};

export type RunExchange = {
  readonly sender: Direction;
  readonly method: string;
  readonly target: string;
  /** The params without `_meta`, in one canonical text. */
  readonly params: string;
  readonly requestSeq: number;
  /** 0 where there is no answer. */
  readonly answerSeq: number;
  readonly tier: Tier;
  readonly outcome: Outcome;
  /** The code as the wire shows it; empty for none. */
  readonly code: string;
  readonly message: string;
  /** The result without `_meta`, or the error's data, in one canonical text; empty for none. */
  readonly result: string;
  /** From the request to the answer, in milliseconds; -1 without an answer. */
  readonly durationMs: number;
  readonly findings: readonly RunFinding[];
  /** True where the request was written by hand: what comes of it was provoked on purpose. */
  readonly provoked: boolean;
};

export type RunEvent = {
  readonly seq: number;
  readonly tier: ErrorTier;
  readonly message: string;
  /** True where a line written by hand has provoked it. */
  readonly provoked: boolean;
};

export type RunFinding = {
  readonly rule: string;
  readonly severity: Severity;
  readonly title: string;
  readonly seq: number;
};
