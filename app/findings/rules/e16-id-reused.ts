import { atMost, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import type { RuleCheck } from '../rule.ts';
import { requestLine } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  reusedId({ earlier, id, revision, seq, at, method, params }) {
    if (earlier === undefined || earlier.fromRawMessage) return undefined;
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
