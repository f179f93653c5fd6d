import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http }) {
    if (!isStream(http) || http.how !== 'cut') return undefined;
    return { seq: http.endSeq, values: { received: http.received } };
  },
};
