import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

/** Milliseconds; an answer in transit at the time of the cancellation is not a fault, unless it mentions it. */
const RACE_MS = 1000;
/** A call that ends within this part of the time that it was given was nearly done when it was cancelled. */
const LAST_PART = 1 / 20;

export const rule: RuleCheck = {
  reaction: true,
  cancelledAnswer(answer) {
    const { exchange, at, seq } = answer;
    if (exchange === undefined || exchange.cancelledSeq === 0) return undefined;
    const late = at - exchange.cancelledAt;
    const waited = exchange.cancelledAt - exchange.startedAt;
    const confirmed = 'error' in answer && /\bcancell?ed\b/i.test(answer.text.slice(0, 200));
    if (late <= Math.max(RACE_MS, waited * LAST_PART) && !confirmed) return undefined;
    const isPython = confirmed && answer.code === 0 && answer.text === 'Request cancelled';
    return {
      evidence: [exchange.requestSeq, exchange.cancelledSeq, seq],
      case: isPython ? 'python' : confirmed ? 'confirmed' : 'late',
      values: {
        call: callWithId(exchange),
        seconds: Math.round(late / 100) / 10,
        text: confirmed ? JSON.stringify(answer.text.slice(0, 100)) : undefined,
      },
    };
  },
};
