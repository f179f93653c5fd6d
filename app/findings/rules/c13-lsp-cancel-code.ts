import { codeRule } from '../rule.ts';

export const rule = codeRule({
  title: 'A cancel code of the Language Server Protocol',
  source: 'LSP 3.17, ErrorCodes; seen in mcp-go and the Python SDK 2 over HTTP',
  severity: 'info',
  codes: (code) => code !== undefined && code >= -32803 && code <= -32800,
  error: ({ code }) => ({
    explanation: `MCP has no error code for a cancelled request; ${code} comes from the Language Server Protocol.`,
    todo: 'A server that was asked to cancel should send nothing more for that request.',
  }),
});
