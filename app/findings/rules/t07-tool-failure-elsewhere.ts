import { MCP_METHODS } from '../../protocol/methods.ts';
import { TOOL_RESULTS } from '../../protocol/result-check.ts';
import { tierRule } from '../rule.ts';

export const rule = tierRule({
  title: 'isError on a result that is no tool result',
  source: 'MCP schema, CallToolResult.isError; server/resources.mdx and server/prompts.mdx, "Error Handling"',
  severity: 'violation',
  methods: MCP_METHODS.filter((method) => !TOOL_RESULTS.includes(method)),
  result(answer) {
    if (answer.result.isError !== true) return undefined;
    return {
      explanation: `Only the result of a tool call has isError, so no client reads this answer to ${answer.method} as a failure.`,
      todo: `The server must answer a ${answer.method} that failed with a JSON-RPC error.`,
    };
  },
});
