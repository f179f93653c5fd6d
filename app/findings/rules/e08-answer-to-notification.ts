import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const answerToNotification: Rule = {
  id: 'E08',
  name: 'answer-to-notification',
  title: 'An answer to a notification',
  source: 'MCP 2025-11-25, basic/index.mdx: the receiver MUST NOT send a response',
  severity: 'violation',
  reaction: true,
  checks: {
    mismatch({ envelope, match, sender, seq }, view) {
      if (match !== 'orphan' || envelope.id !== undefined || sender !== 'server-to-client') return undefined;
      if (view.lastNotificationSeq === 0) return undefined;
      // Something else may have asked for it: then it is no answer to the notification.
      if (!view.facts.complete || view.unanswered > 0 || view.unreadLines.length > 0) return undefined;
      const id = envelope.faults.includes('id-null') ? { id: null } : {};
      return {
        evidence: [view.lastNotificationSeq, seq],
        explanation:
          'No request was open, and the last message of the client was a notification, which must stay without an answer.',
        todo: 'The server must not answer messages without an id, not even with an error.',
        before: wireExcerpt(
          envelope.kind === 'error'
            ? { jsonrpc: '2.0', ...id, error: { code: envelope.error.code, message: envelope.error.message } }
            : { jsonrpc: '2.0', ...id, result: envelope.result },
        ),
      };
    },
  },
};
