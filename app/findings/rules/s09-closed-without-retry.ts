import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, unanswered }) {
    const isPolled =
      unanswered.length > 0 && isStream(http) && http.how === 'complete' && http.eventId !== undefined;
    return isPolled && http.retryMs === undefined ? {} : undefined;
  },
};
