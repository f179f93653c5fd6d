import { asked } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known, isMcp, seq }) {
    const deadSeq = known.dead.get(asked(http, 'mcp-session-id') ?? '');
    const sentSeq = http.request?.seq ?? 0;
    return isMcp && deadSeq !== undefined && deadSeq < sentSeq ? { evidence: [deadSeq, seq] } : undefined;
  },
};
