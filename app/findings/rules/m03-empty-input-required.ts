import { inputRequestsIn } from '../../protocol/input-required.ts';
import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  result(answer) {
    const { resultType, inputRequests, requestState } = answer.result;
    if (resultType !== 'input_required' || typeof requestState === 'string') return undefined;
    if (inputRequestsIn(inputRequests).length > 0) return undefined;
    return { values: { answer: answerTo(answer.exchange) } };
  },
};
