import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  greenSpan: ({ writer, target }) => ({ case: writer, values: { tool: target } }),
};
