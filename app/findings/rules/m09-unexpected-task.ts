import { isJsonObject } from '../../base/json-value.ts';
import { TASKS_EXTENSION } from '../../protocol/meta-keys.ts';
import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  reaction: true,
  result(answer, view) {
    if (answer.result.resultType !== 'task') return undefined;
    const declared = view.facts.capabilitiesFor(answer.exchange);
    if (declared === undefined) return undefined;
    const extensions = isJsonObject(declared.extensions) ? declared.extensions : {};
    if (TASKS_EXTENSION in extensions) return undefined;
    return {
      after: asError(-32021, 'Missing required client capability', {
        requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
      }),
    };
  },
};
