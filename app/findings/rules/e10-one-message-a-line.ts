import { senderName } from '../../frame/record.ts';
import { envelopeRule } from '../rule.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'Not one whole message on one line',
  source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": messages MUST NOT contain embedded newlines',
  severity: 'violation',
  fault({ faults, line, sender }) {
    if (!faults.includes('byte-order-mark')) return undefined;
    return {
      explanation:
        'The line begins with a byte order mark, which is no JSON, so strict readers drop the message.',
      todo: `The ${senderName(sender)} must write UTF-8 without a mark.`,
      before: lineExcerpt(line.replace('\uFEFF', '\\uFEFF')),
      after: lineExcerpt(line.replace('\uFEFF', '')),
      repair: { kind: 'envelope' },
    };
  },
  malformed({ shape, text, sender }) {
    if (shape === 'noise') return undefined;
    const who = senderName(sender);
    if (shape === 'several-messages') {
      return {
        explanation: 'A second message follows the first on the same line, so receivers can read neither.',
        todo: `The ${who} must end each message with a line feed.`,
        before: lineExcerpt(text),
      };
    }
    return {
      explanation:
        'A message begins on this line and goes on over the next ones, so receivers can read none of them.',
      todo: `The ${who} must write each message as one line, without a line feed inside it.`,
      before: lineExcerpt(text),
    };
  },
});
