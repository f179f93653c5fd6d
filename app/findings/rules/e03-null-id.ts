import { callName } from '../call-name.ts';
import type { Rule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

/** JSON-RPC asks for null if the id could not be read; the MCP schema does not allow it. */
export const nullId: Rule = {
  id: 'E03',
  name: 'null-id',
  title: 'An answer with the id null',
  source: 'JSON-RPC 2.0 §5; MCP schema, RequestId; seen in mcp-go and the Ruby SDK',
  severity: 'info',
  reaction: true,
  checks: {
    fault({ faults, exchange, envelope, at, sender }, view) {
      if (!faults.includes('id-null') || (envelope.kind !== 'error' && envelope.kind !== 'result'))
        return undefined;
      const before = answerLine(envelope, 'null');
      const certain = exchange !== undefined && exchange.requestSeq >= view.facts.gapSeq;
      const ofLine = sender === 'server-to-client' && !view.unreadLines.noneAt(at);
      if (!certain || ofLine) {
        return {
          ...(ofLine ? { side: 'client' } : {}),
          explanation:
            'The id null says that the sender could not read the request, and most clients of MCP drop such an answer.',
          todo: 'Look for a malformed line just before it; where the id could be read, the sender must repeat it.',
          before,
        };
      }
      return {
        explanation: `Only ${callName(exchange)} was open, and the answer carries null, so clients cannot match it and the call ends as a time-out.`,
        todo: 'The sender must repeat the id of the request.',
        before,
        after: answerLine(envelope, exchange.id.text),
      };
    },
  },
};
