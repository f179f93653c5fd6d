import { methodFacts } from '../../protocol/methods.ts';
import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

/** Only a probe can be sure that the method is unknown; passive traffic shows when the server says so itself. */
export const unknownMethodCode: Rule = {
  id: 'C12',
  name: 'unknown-method-code',
  title: 'Unknown method not answered with -32601',
  source: 'JSON-RPC 2.0 §5.1; seen in the Python SDK 1 (-32602)',
  severity: 'violation',
  reaction: true,
  needsProbe: true,
  checks: {
    error(answer) {
      const { method, code, text, error } = answer;
      if (method === '' || methodFacts(method)?.kind === 'request' || code === undefined || code === -32601)
        return undefined;
      const named = saysUnknown(errorTextOf(answer)) && (text.includes(method) || /method/i.test(text));
      const pythonOne = code === -32602 && text === 'Invalid request parameters' && error.data === '';
      if (!named && !pythonOne) return undefined;
      return {
        explanation: `MCP knows no method ${JSON.stringify(method.slice(0, 100))}, and the answer suggests that this server does not either, yet its code is ${code}.`,
        todo: 'If so, the server should answer -32601, so that clients can fall back.',
        after: errorWith(answer, { code: -32601, message: 'Method not found', data: undefined }),
        severity: 'advice',
      };
    },
  },
};
