import type { Rule } from '../rule.ts';
import { always } from '../severity.ts';

export const unknownId: Rule = {
  id: 'E04',
  name: 'unknown-id',
  title: 'An answer to an id that nobody asked for',
  source: 'JSON-RPC 2.0 §5; seen in Hermes MCP ("err_…") and the Swift SDK (random ids)',
  severity: always('violation'),
  reaction: true,
  judges: {
    stray(answer, view) {
      const { id } = answer.envelope;
      if (id === undefined || answer.earlier !== undefined || !view.complete) return undefined;
      const asker = answer.sender === 'server-to-client' ? 'client-to-server' : 'server-to-client';
      if (view.exchanges.findOtherType(asker, id) !== undefined) return undefined;
      const shown = id.text.slice(0, 80);
      return {
        explanation: `No request with the id ${shown} was sent, so nobody can use this answer, and a request that it was meant for waits for ever. The ${answer.sender === 'server-to-client' ? 'server' : 'client'} must answer with the id of the request.`,
        before: `{"jsonrpc":"2.0","id":${shown}}`,
        after: `{"jsonrpc":"2.0","id":${view.exchanges.onlyOpen(asker)?.id.text ?? '…'}}`,
      };
    },
  },
};
