import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import type { Exchange } from '../../session/exchange.ts';
import type { RuleCheck } from '../rule.ts';
import { requestLine } from '../wire-excerpt.ts';

/** Clients send a request again that HTTP refused or lost, for example to a redirect's address. */
function isOver({ answerSeq, outcome, tier }: Readonly<Exchange>): boolean {
  return tier === 'transport' || (answerSeq === 0 && outcome !== 'pending');
}

export const rule: RuleCheck = {
  reusedId({ earlier, id, revision, seq, at, method, params }, view) {
    if (earlier === undefined || earlier.fromRawMessage) return undefined;
    // A server without sessions handles each POST separately.
    if (earlier.x > 0 && (view.model.http.id === '' || isOver(earlier))) return undefined;
    const open = earlier.answerSeq === 0 && earlier.cancelledSeq === 0;
    if (!open && !atMost(revision, LAST_INITIALIZE)) return undefined;
    return {
      case: open ? 'open' : 'answered',
      evidence: [earlier.requestSeq, seq],
      values: {
        id: id.text.slice(0, 80),
        method: method.slice(0, 80),
        earlier: earlier.method.slice(0, 80),
        ms: Math.round(at - earlier.startedAt),
        revision,
      },
      before: requestLine({ method, params }, id.text),
    };
  },
};
