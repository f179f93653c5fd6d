import type { RuleCheck } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  fault({ faults, line }) {
    if (!faults.includes('byte-order-mark')) return undefined;
    return {
      case: 'byte-order-mark',
      before: lineExcerpt(line.replace('\uFEFF', '\\uFEFF')),
      after: lineExcerpt(line.replace('\uFEFF', '')),
      repair: { kind: 'envelope' },
    };
  },
  malformed({ shape, text }) {
    if (shape === 'noise') return undefined;
    return { case: shape === 'several-messages' ? 'several' : 'broken', before: lineExcerpt(text) };
  },
};
