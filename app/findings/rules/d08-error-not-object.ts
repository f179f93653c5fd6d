import { senderName } from '../../frame/record.ts';
import { answerTo } from '../call-name.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const errorNotObject: Rule = {
  id: 'D08',
  name: 'error-not-object',
  title: 'The error is not an object',
  source: 'JSON-RPC 2.0 §5.1',
  severity: 'violation',
  checks: {
    fault({ faults, envelope, exchange, sender }) {
      if (envelope.kind !== 'error' || !faults.includes('error-not-object')) return undefined;
      const { message } = envelope.error;
      return {
        explanation: `${answerTo(exchange, 'The error')} is no object with a code and a message, and strict clients drop anything else, so that the call ends as a time-out.`,
        todo: `The ${senderName(sender)} must wrap its text into such an object.`,
        before: wireExcerpt({ error: message }),
        after: wireExcerpt({ error: { code: -32603, message } }),
      };
    },
  },
};
