import { senderName } from '../../frame/record.ts';
import { callWithId } from '../call-name.ts';
import { idRepair } from '../repair.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'An answer with the id null',
  source: 'JSON-RPC 2.0 §5; MCP schema, RequestId; seen in mcp-go and the Ruby SDK',
  severity: 'info',
  subject: 'unnamed-answer',
  reaction: true,
  fault({ faults, exchange, envelope, at, sender, seq }, view) {
    if (!faults.includes('id-null') || (envelope.kind !== 'error' && envelope.kind !== 'result'))
      return undefined;
    const before = answerLine(envelope, 'null');
    const certain = exchange !== undefined && exchange.requestSeq >= view.facts.gapSeq;
    const line = sender === 'server-to-client' ? view.unreadLines.newestAt(at) : undefined;
    if (line !== undefined) {
      return {
        side: 'client',
        evidence: [line.seq, seq],
        explanation: `The server could not read the client's line (record ${line.seq}) and says so under the id null, which most clients of MCP drop.`,
        todo: 'The client must send one whole JSON-RPC message on each line.',
        before,
      };
    }
    if (!certain) {
      return {
        explanation:
          'The id null says that a request could not be read, and most clients of MCP drop such an answer.',
        todo: `The ${senderName(sender)} must repeat the id of the request wherever it can be read.`,
        before,
      };
    }
    return {
      explanation: `Only ${callWithId(exchange)} was open, and the answer carries null, so clients cannot match it and the call ends as a time-out.`,
      todo: `The ${senderName(sender)} must repeat the id of the request.`,
      before,
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
});
