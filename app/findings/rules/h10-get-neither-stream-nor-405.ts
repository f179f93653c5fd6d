import { asked, isStream, isSuccess, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

const REFUSALS = [400, 404];

export const rule: RuleCheck = {
  http({ http, known, where, isMcp }) {
    const wants =
      http.request?.method === 'GET' && (asked(http, 'accept') ?? '').includes('text/event-stream');
    if (
      !wants ||
      !isMcp ||
      known.isLegacy ||
      where === 'session' ||
      asked(http, 'last-event-id') !== undefined
    )
      return undefined;
    const status = statusOf(http);
    const isOther = isSuccess(http) ? !isStream(http) && http.how === 'complete' : REFUSALS.includes(status);
    return isOther ? { values: { status } } : undefined;
  },
};
