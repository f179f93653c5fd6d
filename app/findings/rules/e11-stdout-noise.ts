import type { Rule } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';
import { isVersionless } from './e02-version-missing.ts';

export const stdoutNoise: Rule = {
  id: 'E11',
  name: 'stdout-noise',
  title: 'A line that is no message',
  source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": nothing on stdout that is not a valid MCP message',
  severity: 'violation',
  checks: {
    malformed({ envelope, text, shape, sender }) {
      if (shape !== 'noise') return undefined;
      if (envelope.kind === 'not-json-rpc' && isVersionless(envelope.value)) return undefined;
      const server = sender === 'server-to-client';
      return {
        explanation: server
          ? 'The server wrote a line to stdout that is no JSON-RPC message; some clients skip it, others report a broken connection.'
          : 'The client wrote a line to the server that is no JSON-RPC message, which most servers drop without a word.',
        todo: server
          ? 'The server must write logs and banners to stderr.'
          : 'The client must send messages only.',
        before: lineExcerpt(text),
        after: server ? '(the same line on stderr)' : '',
      };
    },
  },
};
