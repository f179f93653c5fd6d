import { senderName } from '../../frame/record.ts';
import { idRepair } from '../repair.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'The answer changed the type of the id',
  source: 'JSON-RPC 2.0 §5: the same value as the id of the request',
  severity: 'violation',
  reaction: true,
  mismatch({ envelope, match, exchange, sender }) {
    if (envelope.id === undefined || match !== 'other-type' || exchange === undefined) return undefined;
    return {
      explanation: `The request has the id ${exchange.id.text} and the answer ${envelope.id.text}; a number and a text are different ids, so some clients wait until they time out.`,
      todo: `The ${senderName(sender)} must repeat the id unchanged.`,
      before: answerLine(envelope, envelope.id.text),
      after: answerLine(envelope, exchange.id.text),
      ...idRepair(envelope, exchange, exchange.id.text),
    };
  },
});
