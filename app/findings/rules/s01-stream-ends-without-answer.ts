import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, unanswered }) {
    const [first] = unanswered;
    if (first === undefined || !isStream(http) || http.how !== 'complete' || http.isCut) return undefined;
    const { unreadable, ignored, unterminated } = http.notes;
    // What arrived in place of the answer has its own rule.
    if (unreadable !== undefined || ignored !== undefined || unterminated !== undefined) return undefined;
    if (http.eventId === undefined) return { case: 'lost' };
    return { case: 'resumable', severity: 'advice', unanswered: first };
  },
};
