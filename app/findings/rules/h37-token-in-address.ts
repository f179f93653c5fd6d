import type { RuleCheck } from '../rule.ts';

const TOKEN = /[?&](access_token|token)=/i;

export const rule: RuleCheck = {
  http({ http, isMcp }) {
    const [, name] = TOKEN.exec(http.request?.url ?? '') ?? [];
    return isMcp && name !== undefined ? { values: { name } } : undefined;
  },
};
