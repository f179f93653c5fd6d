import { asked } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known, isPost, isStart, isModern }, { facts }) {
    if (!isPost || isStart || isModern || known.isLegacy || facts.negotiated === 'unknown') return undefined;
    const version = facts.negotiated;
    return asked(http, 'mcp-protocol-version') === undefined ? { values: { version } } : undefined;
  },
};
