import type { Rule } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

export const oneMessageALine: Rule = {
  id: 'E10',
  name: 'one-message-a-line',
  title: 'Not one whole message on one line',
  source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": messages MUST NOT contain embedded newlines',
  severity: 'violation',
  checks: {
    fault({ faults }) {
      if (!faults.includes('byte-order-mark')) return undefined;
      return {
        explanation:
          'The line begins with a byte order mark, which is no JSON, so strict readers drop the message.',
        todo: 'The sender must write UTF-8 without a mark.',
        before: '\\uFEFF{"jsonrpc":"2.0",…}',
        after: '{"jsonrpc":"2.0",…}',
      };
    },
    malformed(line) {
      if (line.shape === 'several-messages') {
        return {
          explanation:
            'More text follows a complete message on the same line, so receivers can read neither.',
          todo: 'The sender must end each message with a line feed.',
          before: lineExcerpt(line.text),
          after: '{"jsonrpc":"2.0",…}\\n{"jsonrpc":"2.0",…}\\n',
        };
      }
      if (line.shape !== 'begins-message') return undefined;
      return {
        explanation:
          'A message begins on this line and does not end on it: it was cut, or written over several lines.',
        todo: 'The sender must write each message as one line, without a line feed inside it.',
        before: lineExcerpt(line.text),
        after: '{"jsonrpc":"2.0",…}\\n',
      };
    },
  },
};
