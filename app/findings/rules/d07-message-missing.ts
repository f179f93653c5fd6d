import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const messageMissing: Rule = {
  id: 'D07',
  name: 'message-missing',
  title: 'The error message is missing or no text',
  source: 'MCP 2026-07-28, basic/index.mdx:104; JSON-RPC 2.0 §5.1',
  severity: 'violation',
  checks: {
    fault({ faults, envelope }) {
      if (envelope.kind !== 'error' || !faults.includes('message-not-string')) return undefined;
      const { code, data } = envelope.error;
      return {
        explanation:
          'An error needs a message of type string, and strict clients drop a frame without one, so that the call ends as a time-out.',
        todo: 'The sender must add a sentence that names the cause.',
        before: wireExcerpt({ error: { code, data } }),
      };
    },
  },
};
