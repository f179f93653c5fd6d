import type { Rule } from '../rule.ts';

export const lspCancelCode: Rule = {
  id: 'C13',
  name: 'lsp-cancel-code',
  title: 'A cancel code of the Language Server Protocol',
  source: 'LSP 3.17, ErrorCodes; seen in mcp-go and the Python SDK 2 over HTTP',
  severity: 'info',
  checks: {
    error(answer) {
      const { code } = answer;
      if (code === undefined || code > -32800 || code < -32803) return undefined;
      return {
        explanation: `MCP has no error code for a cancelled request; ${code} comes from the Language Server Protocol.`,
        todo: 'A server that was asked to cancel should send nothing more for that request.',
      };
    },
  },
};
