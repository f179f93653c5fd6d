import { inputRequestsIn } from '../../protocol/input-required.ts';
import { answerTo } from '../call-name.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'input_required without inputRequests and requestState',
  source: 'MCP 2026-07-28, basic/patterns/mrtr.mdx:245',
  severity: statelessOnly('violation'),
  result(answer) {
    const { resultType, inputRequests, requestState } = answer.result;
    if (resultType !== 'input_required' || typeof requestState === 'string') return undefined;
    if (inputRequestsIn(inputRequests).length > 0) return undefined;
    return {
      explanation: `${answerTo(answer.exchange)} asks for input and says neither which nor how to go on, so the official client ends the call with an error.`,
      todo: 'The server must send inputRequests, requestState, or both.',
    };
  },
});
