import { senderName } from '../../frame/record.ts';
import { callWithId } from '../call-name.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'A second answer to the same request',
  source: 'JSON-RPC 2.0 §5',
  severity: 'violation',
  reaction: true,
  mismatch({ envelope, match, exchange, seq, sender }, view) {
    const { id } = envelope;
    if (id === undefined || match !== 'duplicate' || exchange === undefined) return undefined;
    // The client used the id for more than one request or line: who reuses an id gets several answers.
    const reused = view.reusedIds.has(id.key) || view.unreadLines.named(id.key);
    if (sender === 'server-to-client' && reused) return undefined;
    return {
      evidence: [exchange.requestSeq, exchange.answerSeq, seq],
      explanation: `${callWithId(exchange)} was answered before (record ${exchange.answerSeq}), and clients drop or misread a second answer.`,
      todo: `The ${senderName(sender)} must answer each request once.`,
      before: answerLine(envelope, id.text),
    };
  },
});
