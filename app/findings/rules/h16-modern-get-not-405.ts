import { eraOf } from '../../protocol/revisions.ts';
import { statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** With these statuses, the server did not decide, or the caller is not authorized. */
const OTHERS = [0, 401, 403, 405, 429];

export const rule: RuleCheck = {
  http({ http, isMcp }, { facts }) {
    const method = http.request?.method ?? '';
    if (!isMcp || (method !== 'GET' && method !== 'DELETE')) return undefined;
    const { supportedVersions, negotiated, serverStateless } = facts;
    const isModernOnly = serverStateless && negotiated === 'unknown' && supportedVersions.length > 0;
    if (!isModernOnly || supportedVersions.some((version) => eraOf(version) === 'initialize'))
      return undefined;
    const status = statusOf(http);
    return OTHERS.includes(status) || status >= 500 ? undefined : { values: { method, status } };
  },
};
