import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error' || !faults.includes('message-not-string')) return undefined;
    const { code, data } = envelope.error;
    return {
      values: { answer: answerTo(exchange, 'The error') },
      before: wireExcerpt({ error: { code, data } }),
    };
  },
};
