import { asked } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known, isPost, isStart, isModern }) {
    if (!isPost || isStart || isModern || known.isLegacy || known.id === '') return undefined;
    return asked(http, 'mcp-session-id') === undefined ? {} : undefined;
  },
};
