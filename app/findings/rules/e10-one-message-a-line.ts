import type { RuleCheck } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

const CASES = { cut: 'cut', 'several-messages': 'several', 'over-several-lines': 'broken' } as const;

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
    return { case: CASES[shape], before: lineExcerpt(text) };
  },
};
