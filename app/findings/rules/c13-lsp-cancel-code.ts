import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: (code) => code !== undefined && code >= -32803 && code <= -32800,
  error: ({ code }) => ({ values: { code } }),
};
