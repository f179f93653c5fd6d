import { senderName } from '../../frame/record.ts';
import { answerTo } from '../call-name.ts';
import { dataRule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const rule = dataRule({
  title: 'The error message is missing or no text',
  source: 'MCP 2026-07-28, basic/index.mdx:104; JSON-RPC 2.0 §5.1',
  severity: 'violation',
  fault({ faults, envelope, exchange, sender }) {
    if (envelope.kind !== 'error' || !faults.includes('message-not-string')) return undefined;
    const { code, data } = envelope.error;
    return {
      explanation: `${answerTo(exchange, 'The error')} has no message that is a text, and strict clients drop such a frame, so that the call ends as a time-out.`,
      todo: `The ${senderName(sender)} must add a sentence that names the cause.`,
      before: wireExcerpt({ error: { code, data } }),
    };
  },
});
