import { isJsonObject } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  methods: ['tasks/get'],
  result(answer) {
    const { status, error } = answer.result;
    if (status !== 'failed' || isJsonObject(error)) return undefined;
    return { values: { answer: answerTo(answer.exchange) } };
  },
};
