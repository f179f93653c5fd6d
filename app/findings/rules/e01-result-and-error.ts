import { senderName } from '../../frame/record.ts';
import { answerTo } from '../call-name.ts';
import { envelopeRule } from '../rule.ts';
import { answerLine, lineExcerpt } from '../wire-excerpt.ts';

export const rule = envelopeRule({
  title: 'Both result and error, or neither',
  source: 'JSON-RPC 2.0 §5',
  severity: 'violation',
  fault({ faults, envelope, line, exchange, sender }) {
    const who = senderName(sender);
    const answer = answerTo(exchange);
    if (envelope.kind === 'error' && faults.includes('result-and-error')) {
      const id = envelope.id?.text;
      return {
        explanation: `${answer} has a result and an error at once, so strict clients drop it and the call ends as a time-out.`,
        todo: `The ${who} must send one of the two.`,
        before: lineExcerpt(line),
        ...(id === undefined ? {} : { after: answerLine(envelope, id), repair: { kind: 'envelope' } }),
      };
    }
    if (!faults.includes('no-result-no-error')) return undefined;
    return {
      explanation: `${answer} has neither a result nor an error, so strict clients drop it and the call ends as a time-out.`,
      todo: `The ${who} must send a result, an empty object if there is nothing to say.`,
      before: lineExcerpt(line),
    };
  },
});
