import { asked } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

const WANTED = ['application/json', 'text/event-stream'];

export const rule: RuleCheck = {
  http({ http, known, isPost }) {
    if (!isPost || known.isLegacy) return undefined;
    const accept = (asked(http, 'accept') ?? '').toLowerCase();
    const missing = WANTED.filter((type) => !accept.includes(type));
    return missing.length === 0 ? undefined : { values: { missing: missing.join(' and ') } };
  },
};
