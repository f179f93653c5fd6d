import { AS_TOOL_ERROR } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32042],
  error: (answer) => ({
    values: { revision: answer.revision },
    ...(answer.method === 'tools/call' ? { after: AS_TOOL_ERROR } : {}),
  }),
};
