import { foreignName } from '../../base/foreign-text.ts';
import { mediaType } from '../../frame/http-record.ts';
import { isStream, isSuccess } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known }) {
    if (known.isLegacy || http.requests.length === 0 || !isSuccess(http) || isStream(http)) return undefined;
    const type = mediaType(http.response?.headers);
    const isEmpty = http.body === '' && http.received === 0;
    if (isEmpty || type === 'application/json') return undefined;
    return { values: { type: type === '' ? 'no Content-Type' : `the Content-Type ${foreignName(type)}` } };
  },
};
