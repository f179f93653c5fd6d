import { MCP_METHODS } from '../../protocol/methods.ts';
import { TOOL_RESULTS } from '../../protocol/result-check.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  methods: MCP_METHODS.filter((method) => !TOOL_RESULTS.includes(method)),
  result(answer) {
    if (answer.result.isError !== true) return undefined;
    return { values: { method: answer.method } };
  },
};
