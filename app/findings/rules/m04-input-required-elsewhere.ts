import type { RuleCheck } from '../rule.ts';

const ALLOWED = ['tools/call', 'prompts/get', 'resources/read'];

export const rule: RuleCheck = {
  result(answer) {
    if (answer.result.resultType !== 'input_required' || ALLOWED.includes(answer.method)) return undefined;
    return { values: { allowed: ALLOWED.join(', '), method: answer.method.slice(0, 80) } };
  },
};
