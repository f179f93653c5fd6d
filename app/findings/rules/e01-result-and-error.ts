import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

export const resultAndError: Rule = {
  id: 'E01',
  name: 'result-and-error',
  title: 'Both result and error, or neither',
  source: 'JSON-RPC 2.0 §5',
  severity: 'violation',
  checks: {
    fault({ faults, envelope }) {
      if (envelope.kind === 'error' && faults.includes('result-and-error')) {
        const { code, message } = envelope.error;
        return {
          explanation:
            'The answer has a result and an error at once, so strict clients drop it and the call ends as a time-out.',
          todo: 'The sender must send one of the two.',
          before: wireExcerpt({ result: {}, error: { code, message } }),
          after: wireExcerpt({ error: { code, message } }),
        };
      }
      if (!faults.includes('no-result-no-error')) return undefined;
      return {
        explanation:
          'The answer has neither a result nor an error, so strict clients drop it and the call ends as a time-out.',
        todo: 'The sender must send a result, an empty object if there is nothing to say.',
        before: '{"jsonrpc":"2.0","id":…}',
        after: '{"jsonrpc":"2.0","id":…,"result":{}}',
      };
    },
  },
};
