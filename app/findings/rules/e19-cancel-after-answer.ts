import { stringAt } from '../../base/json-value.ts';
import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

/** Milliseconds; within this time, the answer and the cancellation may have crossed. */
const RACE_MS = 100;

export const rule: RuleCheck = {
  methods: ['notifications/cancelled'],
  notification({ params, exchange, sender, at, seq }) {
    if (sender !== 'client-to-server' || exchange?.match !== 'id') return undefined;
    if (exchange.sender !== sender || exchange.cancelledSeq > 0 || exchange.fromRawMessage) return undefined;
    // A client that cannot read an answer keeps waiting and is right to give up.
    if (exchange.outcome === 'rejected by the client') return undefined;
    const reason = stringAt(params, 'reason') ?? '';
    // A client that gave up by itself has changed `endedAt`.
    const race = exchange.givenUpSeq === 0 && at - exchange.endedAt < RACE_MS;
    if (!/time[ds]?[\s_-]?out|deadline/i.test(reason)) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.answerSeq, seq],
      certainty: race ? 'likely' : 'certain',
      values: {
        call: callWithId(exchange),
        reason: JSON.stringify(reason.slice(0, 80)),
        answered: exchange.answerSeq,
      },
    };
  },
};
