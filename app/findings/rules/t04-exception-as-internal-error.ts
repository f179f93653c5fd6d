import { stringAt } from '../../base/json-value.ts';
import { errorTextOf } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { asToolError } from '../wire-excerpt.ts';

/** What goes wrong inside a tool belongs into its result, where the model can read it. */
export const exceptionAsInternalError: Rule = {
  id: 'T04',
  name: 'exception-as-internal-error',
  title: 'A tool that failed was answered as an internal error',
  source: 'MCP 2025-11-25, server/tools.mdx, "Error Handling"',
  severity: 'violation',
  reaction: true,
  codes: [-32603, 0],
  checks: {
    error(answer, view) {
      if (answer.method !== 'tools/call') return undefined;
      const name = stringAt(answer.params, 'name');
      if (name === undefined || view.facts.tools.find(name) === undefined) return undefined;
      return {
        explanation: `The tool ${JSON.stringify(name.slice(0, 100))} exists and failed, and the server answered with a protocol error that the model never sees.`,
        todo: 'The server must catch what the tool throws and return it as a result with isError: true.',
        after: asToolError(errorTextOf(answer)),
      };
    },
  },
};
