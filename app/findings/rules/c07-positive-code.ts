import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

export const positiveCode: Rule = {
  id: 'C07',
  name: 'positive-code',
  title: 'Code 0, an HTTP status, or a code without its minus',
  source: 'JSON-RPC 2.0 §5.1; seen in the Python SDK (0, 408, 32600) and the Go SDK (0)',
  severity: 'violation',
  checks: {
    error(answer) {
      const { code } = answer;
      if (code === undefined || !isMisused(code)) return undefined;
      return {
        explanation: whatItIs(code),
        todo: 'The sender must use -32603 for a fault of its own, or the code that fits the cause.',
        after: errorWith(answer, { code: code >= 32600 ? -code : -32603 }),
      };
    },
  },
};

function isMisused(code: number): boolean {
  return code === 0 || (code >= 100 && code <= 599) || (code >= 32600 && code <= 32700);
}

function whatItIs(code: number): string {
  if (code === 0) return 'Code 0 says nothing: it is what an error without a code becomes.';
  if (code < 600) return `${code} looks like an HTTP status, which is no JSON-RPC error code.`;
  return `${code} lacks its minus, so no client recognises it.`;
}
