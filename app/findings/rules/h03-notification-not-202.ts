import { isSuccess, sentIn, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known }) {
    const sent = sentIn(http);
    const isAccepted = sent.length > 0 && isSuccess(http) && http.how === 'complete' && !known.isLegacy;
    if (!isAccepted || sent.some(({ kind }) => kind === 'request' || kind === 'malformed')) return undefined;
    const status = statusOf(http);
    const hasBody = http.body !== '' || http.received > 0;
    if (status === 202 && !hasBody) return undefined;
    return { case: status === 202 ? 'body' : 'status', values: { status } };
  },
};
