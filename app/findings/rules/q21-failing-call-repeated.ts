import { errorTextOf } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';
import { lacksGuidance } from './q02-no-recovery-hint.ts';
import { isGeneric } from './q14-generic-text.ts';

/** Twice may be a test whether the failure lasts. */
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
    // At the first of them, which lists and reports show; more may follow until somebody reads it.
    return {
      case: lacks,
      seq: failing[0] ?? 0,
      values: () => ({ count: failing.length }),
      evidence: [...failing],
    };
  },
};
