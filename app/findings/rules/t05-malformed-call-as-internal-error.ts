import { stringAt } from '../../base/json-value.ts';
import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

/** Measured: the TypeScript SDK 1.32 answers `tools/call {}` with -32603 and a validator's dump. */
export const malformedCallAsInternalError: Rule = {
  id: 'T05',
  name: 'malformed-call-as-internal-error',
  title: 'Malformed tools/call answered with -32603',
  source: 'JSON-RPC 2.0 §5.1; MCP 2025-11-25, server/tools.mdx:461-520',
  severity: 'advice',
  reaction: true,
  codes: [-32603],
  checks: {
    error(answer) {
      if (answer.method !== 'tools/call' || answer.exchange === undefined) return undefined;
      if (stringAt(answer.params, 'name') !== undefined) return undefined;
      return {
        explanation:
          'The client called a tool without naming it, and the server took its own failure to read that for an internal error.',
        todo: 'The client must send params.name, and the server should check params and answer -32602.',
        after: errorWith(answer, {
          code: -32602,
          message: 'Invalid params: name is required',
          data: undefined,
        }),
      };
    },
  },
};
