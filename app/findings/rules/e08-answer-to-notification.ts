import { idText } from '../../session/answer-outcome.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

/** Milliseconds; an answer this soon after a message belongs to it. */
const PROMPT_MS = 500;

export const rule: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, sender, seq, at }, view) {
    if (match !== 'orphan' || sender !== 'server-to-client' || view.lastNotificationSeq === 0)
      return undefined;
    // An answer under the server's own id may also be a late answer to something else.
    const prompt = at - view.lastClientAt <= PROMPT_MS && !view.answerDue;
    if (envelope.id === undefined ? view.model.unanswered > 0 : !prompt) return undefined;
    // Something else may have caused it, so it does not answer the notification.
    if (!view.facts.complete || view.unreadLines.newestAt(at) !== undefined) return undefined;
    return {
      evidence: [view.lastNotificationSeq, seq],

      before: answerLine(envelope, idText(envelope)),
    };
  },
};
