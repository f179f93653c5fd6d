import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

/** JSON-RPC leaves numbers outside its range to the application: this breaks no rule. */
export const rule: RuleCheck = {
  codes: (code) => code !== undefined && code >= 0 && code <= 32700,
  error(answer) {
    const { code } = answer;
    if (code === undefined) return undefined;
    if (code >= 32600) {
      return { case: 'minus', values: { code, right: -code }, after: changed({ code: -code }) };
    }
    if (code === 0) return { case: 'zero' };
    if (code < 100 || code > 599) return undefined;
    return { case: 'http', values: { code } };
  },
};
