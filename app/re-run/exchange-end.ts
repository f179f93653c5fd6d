import type { Outcome, Row } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';

/** How an exchange ended, as its rows show it. */
export type ExchangeEnd = {
  readonly tier: Tier;
  readonly outcome: Outcome | '';
  /** The code as JSON text; empty for none. */
  readonly code: string;
  /** The error's message, as a preview; empty for none. */
  readonly text: string;
  /** Milliseconds; -1 without an answer. */
  readonly durationMs: number;
};

/** The end of the exchange whose request has this seq: its answer shows it, or the request if none came. */
export function exchangeEnd(rowOf: (seq: number) => Row | undefined, requestSeq: number): ExchangeEnd {
  const request = rowOf(requestSeq);
  if (request === undefined) return { tier: 'ok', outcome: '', code: '', text: '', durationMs: -1 };
  const answer = request.pair > 0 && request.tier === 'ok' ? rowOf(request.pair) : undefined;
  const { tier, outcome, code, text, durationMs } = answer ?? request;
  return { tier, outcome, code, text: answer === undefined ? '' : text, durationMs };
}
