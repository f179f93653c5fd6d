import { isJsonObject } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32021],
  error(answer) {
    const { data } = answer.error;
    if (isJsonObject(data) && isJsonObject(data.requiredCapabilities)) return undefined;
    return { values: { answer: answerTo(answer.exchange, 'The error') } };
  },
};
