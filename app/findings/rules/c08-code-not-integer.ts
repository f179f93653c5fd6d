import { answerTo } from '../call-name.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  fault({ faults, envelope, exchange }) {
    if (envelope.kind !== 'error') return undefined;
    if (!faults.includes('code-not-integer') && !faults.includes('code-missing')) return undefined;
    const { code, message } = envelope.error;
    const answer = answerTo(exchange, 'The error');
    if (code === undefined)
      return { case: 'missing', values: { answer }, before: wireExcerpt({ error: { message } }) };
    const right = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : undefined;
    return {
      case: 'no-integer',
      values: { answer, code: wireExcerpt(code) },
      before: wireExcerpt({ error: { code, message } }),
      ...(right === undefined
        ? {}
        : { after: wireExcerpt({ error: { code: right, message } }), repair: changed({ code: right }) }),
    };
  },
};
