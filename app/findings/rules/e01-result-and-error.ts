import type { Rule } from '../rule.ts';
import { answerLine, lineExcerpt } from '../wire-excerpt.ts';

export const resultAndError: Rule = {
  id: 'E01',
  name: 'result-and-error',
  title: 'Both result and error, or neither',
  source: 'JSON-RPC 2.0 §5',
  severity: 'violation',
  checks: {
    fault({ faults, envelope, line }) {
      if (envelope.kind === 'error' && faults.includes('result-and-error')) {
        const id = envelope.id?.text;
        return {
          explanation:
            'The answer has a result and an error at once, so strict clients drop it and the call ends as a time-out.',
          todo: 'The sender must send one of the two.',
          before: lineExcerpt(line),
          ...(id === undefined ? {} : { after: answerLine(envelope, id) }),
        };
      }
      if (!faults.includes('no-result-no-error')) return undefined;
      return {
        explanation:
          'The answer has neither a result nor an error, so strict clients drop it and the call ends as a time-out.',
        todo: 'The sender must send a result, an empty object if there is nothing to say.',
        before: lineExcerpt(line),
      };
    },
  },
};
