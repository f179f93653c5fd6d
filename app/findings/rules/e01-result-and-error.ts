import { answerTo } from '../call-name.ts';
import type { RuleCheck } from '../rule.ts';
import { answerLine, lineExcerpt } from '../wire-excerpt.ts';

export const rule: RuleCheck = {
  fault({ faults, envelope, line, exchange }) {
    const answer = answerTo(exchange);
    if (envelope.kind === 'error' && faults.includes('result-and-error')) {
      const id = envelope.id?.text;
      return {
        case: 'both',
        values: { answer },
        before: lineExcerpt(line),
        ...(id === undefined ? {} : { after: answerLine(envelope, id), repair: { kind: 'envelope' } }),
      };
    }
    if (!faults.includes('no-result-no-error')) return undefined;
    return { case: 'neither', values: { answer }, before: lineExcerpt(line) };
  },
};
