import { stringAt } from '../../base/json-value.ts';
import { callWithId } from '../call-name.ts';
import { envelopeRule } from '../rule.ts';

/** This close to each other, the answer and the cancellation may have crossed on their way. */
const RACE_MS = 100;

export const rule = envelopeRule({
  title: 'The client gave up a request that was answered',
  source:
    'MCP 2025-11-25, basic/utilities/cancellation.mdx: only requests that are believed to be in progress; seen in the client of Hermes MCP',
  severity: 'advice',
  side: 'client',
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
      explanation: `The client cancels ${callWithId(exchange)} with the reason ${JSON.stringify(reason.slice(0, 80))}, although its answer had come (record ${exchange.answerSeq}), so the client has lost or rejected that answer.`,
      todo: 'The client must read every line of the server, also several in one chunk, and report an answer that it cannot use.',
    };
  },
});
