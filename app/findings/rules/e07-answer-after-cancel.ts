import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

/** An answer that was already on its way when the cancellation came is no fault. */
const RACE_MS = 1000;

export const rule: RuleCheck = {
  reaction: true,
  cancelledAnswer({ exchange, at, seq }) {
    if (exchange === undefined || exchange.cancelledSeq === 0) return undefined;
    const late = at - exchange.cancelledAt;
    if (late <= RACE_MS) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.cancelledSeq, seq],
      values: { call: callWithId(exchange), seconds: Math.round(late / 100) / 10 },
    };
  },
};
