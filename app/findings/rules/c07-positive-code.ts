import { senderName } from '../../frame/record.ts';
import { changed } from '../repair.ts';
import { codeRule } from '../rule.ts';

/** JSON-RPC leaves every number outside its own range to the application: nothing here breaks it. */
export const rule = codeRule({
  title: 'Code 0, an HTTP status, or a code without its minus',
  source: 'JSON-RPC 2.0 §5.1; seen in the Python SDK (0, 408, 32600) and the Go SDK (0)',
  severity: 'advice',
  codes: (code) => code !== undefined && code >= 0 && code <= 32700,
  error(answer) {
    const { code } = answer;
    if (code === undefined) return undefined;
    if (code >= 32600) {
      return {
        explanation: `${code} is a code of JSON-RPC without its minus, so no client recognises it.`,
        todo: `The ${senderName(answer.sender)} should send ${-code}.`,
        after: changed({ code: -code }),
      };
    }
    if (code === 0) {
      return {
        severity: 'info',
        explanation: 'Code 0 says nothing: it is what an error without a code becomes in some SDKs.',
        todo: `The ${senderName(answer.sender)} may give the error the code that fits its cause.`,
        sdks: ['python-sdk-v1', 'python-sdk-v2', 'fastmcp-python'],
      };
    }
    if (code < 100 || code > 599) return undefined;
    return {
      severity: 'info',
      explanation: `${code} looks like the HTTP status of a service behind this server; JSON-RPC gives it no meaning.`,
      todo: '',
    };
  },
});
