import { idText } from '../../session/answer-outcome.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

/** An answer this soon after a message is one to it, in milliseconds. */
const PROMPT_MS = 500;

export const rule = envelopeRule({
  title: 'An answer to a notification',
  source: 'MCP 2025-11-25, basic/index.mdx: the receiver MUST NOT send a response',
  severity: 'violation',
  reaction: true,
  mismatch({ envelope, match, sender, seq, at }, view) {
    if (match !== 'orphan' || sender !== 'server-to-client' || view.lastNotificationSeq === 0)
      return undefined;
    // An answer under an id of the server's own may also be a late one to something else.
    const prompt = at - view.lastClientAt <= PROMPT_MS && !view.answerDue;
    if (envelope.id === undefined ? view.model.unanswered > 0 : !prompt) return undefined;
    // Something else may have asked for it: then it is no answer to the notification.
    if (!view.facts.complete || view.unreadLines.newestAt(at) !== undefined) return undefined;
    return {
      evidence: [view.lastNotificationSeq, seq],
      explanation:
        'No request was open, and the last message of the client was a notification, which must stay without an answer.',
      todo: 'The server must not answer messages without an id, not even with an error.',
      before: answerLine(envelope, idText(envelope)),
    };
  },
});
