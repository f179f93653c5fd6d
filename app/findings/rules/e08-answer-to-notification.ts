import { idText } from '../../session/answer-outcome.ts';
import type { Rule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

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
      if (!view.facts.complete || view.unanswered > 0 || !view.unreadLines.none) return undefined;
      return {
        evidence: [view.lastNotificationSeq, seq],
        explanation:
          'No request was open, and the last message of the client was a notification, which must stay without an answer.',
        todo: 'The server must not answer messages without an id, not even with an error.',
        before: answerLine(envelope, idText(envelope)),
      };
    },
  },
};
