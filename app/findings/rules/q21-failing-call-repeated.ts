import { errorTextOf } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';
import { lacksGuidance } from './q02-no-recovery-hint.ts';
import { isGeneric } from './q14-generic-text.ts';

/** A second try may only test whether the failure persists. */
const ENOUGH = 3;

export const rule: RuleCheck = {
  toolError(answer, view) {
    const { failing } = view;
    if (failing.length !== ENOUGH) return undefined;
    const lacks = isGeneric(errorTextOf(answer))
      ? 'cause'
      : lacksGuidance(answer, view)
        ? 'step'
        : 'plain-step';
    // At the first of them, as shown in lists and reports; more may follow before the finding is read.
    return {
      case: lacks,
      seq: failing[0] ?? 0,
      values: () => ({ count: failing.length }),
      evidence: [...failing],
    };
  },
};
