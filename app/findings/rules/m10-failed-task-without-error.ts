import { isJsonObject } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import { revisionRule, statelessOnly } from '../rule.ts';

export const rule = revisionRule({
  title: 'A task that failed without an error',
  source: 'MCP extension io.modelcontextprotocol/tasks, tasks.md',
  severity: statelessOnly('violation'),
  methods: ['tasks/get'],
  result(answer) {
    const { status, error } = answer.result;
    if (status !== 'failed' || isJsonObject(error)) return undefined;
    return {
      explanation: `${answerTo(answer.exchange)} gives the status failed, which stands for a protocol error, without an error object.`,
      todo: 'A tool that failed has a result: the server must send the status completed and the result with isError: true.',
    };
  },
});
