import { opposite, senderName } from '../../frame/record.ts';
import type { Rule } from '../rule.ts';

export const unknownId: Rule = {
  id: 'E04',
  name: 'unknown-id',
  title: 'An answer to an id that nobody asked for',
  source: 'JSON-RPC 2.0 §5; seen in Hermes MCP ("err_…") and the Swift SDK (random ids)',
  severity: 'violation',
  reaction: true,
  checks: {
    mismatch({ envelope, match, exchange, sender }, view) {
      const { id } = envelope;
      if (id === undefined || (match !== 'orphan' && match !== 'own-id') || !view.facts.complete)
        return undefined;
      const asker = opposite(sender);
      if (view.otherType(asker, id) !== undefined) return undefined;
      const shown = id.text.slice(0, 80);
      const meant = (exchange ?? view.onlyOpen(asker))?.id.text ?? '…';
      const fault =
        exchange === undefined
          ? `No request with the id ${shown} was sent, so nobody can use this answer, and a request that it was meant for waits for ever`
          : `Only the request with the id ${meant.slice(0, 80)} was open, and the answer has the id ${shown}, which nobody asked for, so clients cannot match the two and the call ends as a time-out`;
      return {
        explanation: `${fault}.`,
        todo: `The ${senderName(sender)} must answer with the id of the request.`,
        before: `{"jsonrpc":"2.0","id":${shown}}`,
        after: `{"jsonrpc":"2.0","id":${meant}}`,
      };
    },
  },
};
