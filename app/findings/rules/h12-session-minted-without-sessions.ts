import { given, isSuccess } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isModern }, { facts }) {
    const isMinted =
      isModern && facts.serverStateless && isSuccess(http) && given(http, 'mcp-session-id') !== undefined;
    return isMinted ? {} : undefined;
  },
};
