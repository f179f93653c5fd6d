import { asked, isSuccess, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, known, where, isMcp, isStart, seq }) {
    const id = asked(http, 'mcp-session-id');
    if (id === undefined || !isMcp || isStart) return undefined;
    const status = statusOf(http);
    const deletedSeq = known.deleted.get(id) ?? Number.POSITIVE_INFINITY;
    const isDeleted = deletedSeq < (http.request?.seq ?? 0);
    if (isDeleted && isSuccess(http))
      return { case: 'served', evidence: [deletedSeq, seq], values: { status } };
    return where === 'session' && status === 400 ? { case: 'status', values: { status } } : undefined;
  },
};
