import { mirroredText } from '../../codes/structured-error.ts';
import { withText } from '../repair.ts';
import { mcpTsCoreRule } from '../rule.ts';

export const rule = mcpTsCoreRule({
  title: 'Recovery hint missing in the text',
  source: 'mcp-ts-core since 0.8.3, "Error-path parity"',
  severity: 'advice',
  toolError(answer) {
    const error = answer.structuredError;
    if (error === undefined || error.hint === '' || answer.text.includes(error.hint.slice(0, 10_000))) {
      return undefined;
    }
    return {
      explanation:
        'The recovery hint stands in structuredContent only, so a model whose host forwards content never reads it.',
      todo: 'The server should repeat the hint at the end of the text.',
      after: withText(mirroredText(error)),
    };
  },
});
