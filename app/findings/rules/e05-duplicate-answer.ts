import { callWithId } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  reaction: true,
  mismatch({ envelope, match, exchange, seq, sender }, view) {
    const { id } = envelope;
    if (id === undefined || match !== 'duplicate' || exchange === undefined) return undefined;
    // The client used the id for several requests or lines, so several answers are expected.
    const reused = view.reusedIds.has(id.key) || view.unreadLines.named(id.key);
    if (sender === 'server-to-client' && (reused || view.facts.misnumbers)) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.answerSeq, seq],
      values: { call: callWithId(exchange), answered: exchange.answerSeq },
      before: answerLine(envelope, id.text),
    };
  },
};
