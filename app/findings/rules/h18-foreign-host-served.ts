import { foreignName } from '../../base/foreign-text.ts';
import { hostOf, isLoopback } from '../../frame/http-record.ts';
import { asked, isSuccess } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isMcp }) {
    const host = hostOf(asked(http, 'host') ?? '');
    if (host === '' || !isMcp || !isSuccess(http) || isLoopback(host)) return undefined;
    return isLoopback(hostOf(http.request?.url ?? '')) ? { values: { host: foreignName(host) } } : undefined;
  },
};
