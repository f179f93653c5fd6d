import { senderName } from '../../frame/record.ts';
import type { Rule } from '../rule.ts';

export const duplicateAnswer: Rule = {
  id: 'E05',
  name: 'duplicate-answer',
  title: 'A second answer to the same request',
  source: 'JSON-RPC 2.0 §5',
  severity: 'violation',
  reaction: true,
  checks: {
    mismatch({ envelope, match, exchange, seq, sender }) {
      if (envelope.id === undefined || match !== 'duplicate' || exchange === undefined) return undefined;
      const id = envelope.id.text.slice(0, 80);
      return {
        evidence: [exchange.requestSeq, exchange.answerSeq, seq],
        explanation: `The request with the id ${id} was answered before, and clients drop or misread a second answer.`,
        todo: `The ${senderName(sender)} must answer each request once.`,
        before: `{"jsonrpc":"2.0","id":${id}} twice`,
        after: `{"jsonrpc":"2.0","id":${id}} once`,
      };
    },
  },
};
