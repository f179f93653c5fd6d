import type { Row } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';

/** How a call ended, and the row that says so: its answer, or what the client did instead. */
export type CallOutcome = {
  readonly seq: number;
  readonly tier: Tier;
  readonly outcome: Row['outcome'];
  /** Milliseconds; negative while there is no answer. */
  readonly durationMs: number;
};

/** How the call of a request ended so far. */
export function callOutcome(request: Row, rowOf: (seq: number) => Row | undefined): CallOutcome {
  const answer = request.pair > 0 ? rowOf(request.pair) : undefined;
  const { seq, tier, outcome, durationMs } = answer !== undefined && request.tier === 'ok' ? answer : request;
  return { seq, tier, outcome, durationMs };
}
