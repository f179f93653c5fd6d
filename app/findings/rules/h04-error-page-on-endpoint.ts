import { isPage, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** A wrong path has no endpoint, and a gateway is not the server. */
const OF_OTHERS = [404, 502, 503, 504];

export const rule: RuleCheck = {
  http({ http, isMcp }) {
    const status = statusOf(http);
    if (!isMcp || status < 400 || status > 504 || OF_OTHERS.includes(status) || !isPage(http))
      return undefined;
    return { values: { status } };
  },
};
