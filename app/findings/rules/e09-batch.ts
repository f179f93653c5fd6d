import { senderName } from '../../frame/record.ts';
import { allowsBatches } from '../../protocol/revisions.ts';
import type { Rule } from '../rule.ts';

/** Only 2025-03-26 had batches; if no revision is agreed on, nobody can say. */
export const batch: Rule = {
  id: 'E09',
  name: 'batch',
  title: 'A JSON-RPC batch',
  source: 'MCP 2025-06-18, changelog: batching removed',
  severity: (revision) => (allowsBatches(revision) ? undefined : 'violation'),
  checks: {
    batch({ envelope, revision, sender }) {
      return {
        explanation: `The line holds ${envelope.items.length} messages in one array, which ${revision} does not allow, so a receiver may drop them all.`,
        todo: `The ${senderName(sender)} must send one message on each line.`,
        before: '[{"jsonrpc":"2.0",…},…]',
        after: '{"jsonrpc":"2.0",…}',
      };
    },
  },
};
