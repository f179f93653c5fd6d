import { foreignName } from '../../base/foreign-text.ts';
import { given, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

const REDIRECTS = [301, 307, 308];

export const rule: RuleCheck = {
  http({ http, isMcp }) {
    if (!isMcp || !REDIRECTS.includes(statusOf(http))) return undefined;
    return { values: { status: statusOf(http), to: foreignName(given(http, 'location') ?? '') } };
  },
};
