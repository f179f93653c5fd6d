import { stringAt } from '../../base/json-value.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32002],
  error(answer) {
    const uri = stringAt(answer.params, 'uri');
    if (uri === undefined) return { case: 'unnamed', after: changed({ code: -32602 }) };
    return {
      case: 'named',
      values: { uri: JSON.stringify(uri.slice(0, 100)) },
      after: changed({ code: -32602, data: { uri } }),
    };
  },
};
