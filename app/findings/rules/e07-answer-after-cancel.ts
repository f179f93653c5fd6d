import { callWithId } from '../call-name.ts';
import { envelopeRule, stateless } from '../rule.ts';

/** An answer that was already on its way when the cancellation came is no fault. */
const RACE_MS = 1000;

export const rule = envelopeRule({
  title: 'An answer after the request was cancelled',
  source:
    'MCP 2025-11-25, basic/utilities/cancellation.mdx (SHOULD NOT); 2026-07-28, transports/stdio.mdx (MUST NOT)',
  severity: stateless('violation', 'advice'),
  binding: 'SHOULD',
  reaction: true,
  cancelledAnswer({ exchange, at, seq }) {
    if (exchange === undefined || exchange.cancelledSeq === 0) return undefined;
    const late = at - exchange.cancelledAt;
    if (late <= RACE_MS) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.cancelledSeq, seq],
      explanation: `The client cancelled ${callWithId(exchange)}, and the answer came ${Math.round(late / 100) / 10} s later, too late for a race.`,
      todo: 'The server should stop its work and send nothing more for that id.',
      sdks: ['java-sdk'],
    };
  },
});
