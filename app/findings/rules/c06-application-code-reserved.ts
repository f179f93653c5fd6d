import { senderName } from '../../frame/record.ts';
import { codeRule } from '../rule.ts';

const STANDARD = [-32700, -32600, -32601, -32602, -32603];

export const rule = codeRule({
  title: 'Application code inside the range that JSON-RPC reserves',
  source: 'JSON-RPC 2.0 §5.1; MCP 2026-07-28, basic/index.mdx:153-155',
  severity: 'advice',
  codes: (code) => code !== undefined && code >= -32768 && code <= -32100 && !STANDARD.includes(code),
  error: ({ code, sender }) => ({
    explanation: `JSON-RPC keeps -32768 to -32100 for itself and does not define ${code}.`,
    todo: `The ${senderName(sender)} should use a number outside -32768 to -32000 for its own errors.`,
  }),
});
