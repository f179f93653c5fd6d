import { isReservedCode } from '../../codes/lookup.ts';
import type { RuleCheck } from '../rule.ts';

/** -32042 has its own rules for the revisions in which it is wrong. */
const DEFINED = [-32020, -32021, -32022, -32042];

export const rule: RuleCheck = {
  codes: (code) => code !== undefined && isReservedCode(code) && !DEFINED.includes(code),
  error: ({ code }) => ({ values: { code } }),
};
