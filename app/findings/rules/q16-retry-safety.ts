import { guessRetry } from '../retry-guess.ts';
import type { Rule } from '../rule.ts';

export const retrySafety: Rule = {
  id: 'Q16',
  name: 'retry-safety',
  title: 'Whether the same call may be tried again',
  source: 'AliveMCP, retry guidance; mcp-ts-core, error categories upstream, client, server',
  severity: 'info',
  reaction: true,
  checks: {
    toolError(answer) {
      const advice = guessRetry(answer.text, answer.structuredError?.code);
      return advice && { explanation: advice.explanation, todo: '' };
    },
    error(answer) {
      const advice = guessRetry(answer.text, undefined);
      return advice && { explanation: advice.explanation, todo: '' };
    },
  },
};
