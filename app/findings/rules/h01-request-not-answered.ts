import { given, isStream, isSuccess, statusOf } from '../../session/http-exchange.ts';
import type { RuleCheck } from '../rule.ts';

/** Pages and streams have their own rules. */
export const rule: RuleCheck = {
  http({ http, unanswered }) {
    if (unanswered.length === 0 || !isSuccess(http) || isStream(http) || http.how !== 'complete')
      return undefined;
    const type = given(http, 'content-type') ?? '';
    if (http.body !== '' && !/\bjson\b/i.test(type)) return undefined;
    const isEmpty = http.body.trim() === '';
    return { case: isEmpty ? 'empty' : 'foreign', values: { status: statusOf(http) } };
  },
};
