import { readRevision } from '../../protocol/revisions.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  firstMessage({ agreement, seq }) {
    const { asked, given } = agreement;
    if (given === asked) return undefined;
    const unknown = readRevision(given) === 'unknown';
    // A client asks for the newest revision that it knows: a newer one is none of its own.
    const newer = readRevision(asked) !== 'unknown' && given > asked;
    if (!unknown && !newer) return undefined;
    return {
      case: unknown ? 'unknown' : 'newer',
      evidence: [agreement.seq, seq],
      values: { asked, given: unknown ? JSON.stringify(given.slice(0, 40)) : given },
    };
  },
};
