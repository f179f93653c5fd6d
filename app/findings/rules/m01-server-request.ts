import type { RuleCheck } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  serverRequest: ({ method, params }) => ({
    values: { method: method.slice(0, 80) },
    before: wireExcerpt({ method, params }),
    after: wireExcerpt({
      result: { resultType: 'input_required', inputRequests: { input: { method, params } } },
    }),
  }),
};
