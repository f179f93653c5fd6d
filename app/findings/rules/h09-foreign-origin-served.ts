import { foreignName } from '../../base/foreign-text.ts';
import { hostOf, isLoopback } from '../../frame/http-record.ts';
import { asked, isSuccess } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isMcp }) {
    const origin = asked(http, 'origin');
    if (origin === undefined || !isMcp || !isSuccess(http) || !isForeign(origin, http.request?.url ?? ''))
      return undefined;
    return { values: { origin: foreignName(origin) } };
  },
};

function isForeign(origin: string, url: string): boolean {
  const host = hostOf(origin);
  return host !== '' && !isLoopback(host) && host !== hostOf(url);
}
