import { isStream } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** Milliseconds; a server that ends its stream does so at once. */
const PATIENCE_MS = 2000;

export const rule: RuleCheck = {
  http({ http, unanswered }) {
    if (!isStream(http) || http.answeredAt < 0 || unanswered.length > 0) return undefined;
    const ms = Math.round(http.endedAt - http.answeredAt);
    return ms > PATIENCE_MS ? { values: { ms } } : undefined;
  },
};
