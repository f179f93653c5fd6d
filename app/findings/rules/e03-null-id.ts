import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** JSON-RPC asks for null if the id could not be read; the MCP schema does not allow it. */
export const nullId: Rule = {
  id: 'E03',
  name: 'null-id',
  title: 'An answer with the id null',
  source: 'JSON-RPC 2.0 §5; MCP schema, RequestId; seen in mcp-go and the Ruby SDK',
  severity: 'info',
  reaction: true,
  checks: {
    fault({ faults, exchange }, view) {
      if (!faults.includes('id-null')) return undefined;
      const certain = exchange !== undefined && exchange.requestSeq >= view.facts.gapSeq;
      const readable = certain && view.unreadLines.length === 0;
      const id = exchange?.id.text ?? '…';
      return {
        ...(readable ? { severity: 'violation' as const } : {}),
        explanation: readable
          ? `Only the request with id ${id} was open, and the answer carries null, so clients cannot match it and the call ends as a time-out.`
          : 'The id null says that the sender could not read the request, and most clients of MCP drop such an answer.',
        todo: readable
          ? 'The sender must repeat the id of the request.'
          : 'Look for a malformed line just before it; where the id could be read, the sender must repeat it.',
        before: wireExcerpt({ jsonrpc: '2.0', id: null }),
        after: `{"jsonrpc":"2.0","id":${id}}`,
      };
    },
  },
};
