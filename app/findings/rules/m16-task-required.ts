import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { callName } from '../call-name.ts';
import type { Rule } from '../rule.ts';

export const taskRequired: Rule = {
  id: 'M16',
  name: 'task-required',
  title: 'A tool that runs only as a task was called without one',
  source: 'MCP 2025-11-25, basic/utilities/tasks.mdx, "Tool-Level Negotiation": -32601 is due',
  severity: 'violation',
  side: 'client',
  reaction: true,
  codes: [-32601],
  checks: {
    error({ exchange, params, seq }, { facts }) {
      if (exchange?.method !== 'tools/call' || !isJsonObject(params) || params.task !== undefined)
        return undefined;
      if (facts.tools.find(stringAt(params, 'name') ?? '')?.taskSupport !== 'required') return undefined;
      return {
        evidence: [facts.tools.listSeq, exchange.requestSeq, seq],
        explanation: `tools/list says that ${JSON.stringify(exchange.target)} runs only as a task (execution.taskSupport), the client sent ${callName(exchange)} without one, and the server is right to refuse it.`,
        todo: 'The client must add task to the params, and follow the task that comes back.',
      };
    },
  },
};
