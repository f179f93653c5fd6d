import { revisionRule, statelessOnly } from '../rule.ts';

const ALLOWED = ['tools/call', 'prompts/get', 'resources/read'];

export const rule = revisionRule({
  title: 'input_required on a method that must not ask',
  source: 'MCP 2026-07-28, basic/patterns/mrtr.mdx:192',
  severity: statelessOnly('violation'),
  result(answer) {
    if (answer.result.resultType !== 'input_required' || ALLOWED.includes(answer.method)) return undefined;
    return {
      explanation: `Only ${ALLOWED.join(', ')} may ask for input, and this is the answer to ${answer.method.slice(0, 80)}.`,
      todo: 'The server must answer with a complete result or an error.',
    };
  },
});
