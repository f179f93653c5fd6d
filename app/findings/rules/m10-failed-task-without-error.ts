import { isJsonObject } from '../../base/json-value.ts';
import { answerTo } from '../call-name.ts';
import { statelessOnly } from '../finding.ts';
import type { Rule } from '../rule.ts';

export const failedTaskWithoutError: Rule = {
  id: 'M10',
  name: 'failed-task-without-error',
  title: 'A task that failed without an error',
  source: 'MCP extension io.modelcontextprotocol/tasks, tasks.md',
  severity: statelessOnly('violation'),
  methods: ['tasks/get'],
  checks: {
    result(answer) {
      const { status, error } = answer.result;
      if (status !== 'failed' || isJsonObject(error)) return undefined;
      return {
        explanation: `${answerTo(answer.exchange)} gives the status failed, which stands for a protocol error, without an error object.`,
        todo: 'A tool that failed has a result: the server must send the status completed and the result with isError: true.',
      };
    },
  },
};
