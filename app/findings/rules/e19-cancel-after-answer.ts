import { stringAt } from '../../base/json-value.ts';
import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

/** This close to each other, the answer and the cancellation may have crossed on their way. */
const RACE_MS = 100;

export const rule: RuleCheck = {
  methods: ['notifications/cancelled'],
  notification({ params, exchange, sender, at, seq }) {
    if (sender !== 'client-to-server' || exchange?.match !== 'id') return undefined;
    if (exchange.sender !== sender || exchange.cancelledSeq > 0 || exchange.fromRawMessage) return undefined;
    // What no client can read is no answer to it: it waits, and is right to give up.
    if (exchange.outcome === 'rejected by the client') return undefined;
    const reason = stringAt(params, 'reason') ?? '';
    // A client that has given up by itself sets the end again.
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
