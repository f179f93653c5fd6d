import { foreignName } from '../../base/foreign-text.ts';
import { mirrorFault } from '../mirrored-headers.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  http({ http, isModern }, view) {
    const fault = isModern ? mirrorFault(http, view) : undefined;
    if (fault === undefined) return undefined;
    const { header, sent, due } = fault;
    return {
      case: sent === undefined ? 'missing' : 'different',
      values: { header, sent: sent && foreignName(sent), due: foreignName(due) },
    };
  },
};
