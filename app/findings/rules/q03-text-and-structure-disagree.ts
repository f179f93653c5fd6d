import { mirroredText } from '../../codes/structured-error.ts';
import { withText } from '../repair.ts';
import { mcpTsCoreRule } from '../rule.ts';

export const rule = mcpTsCoreRule({
  title: 'content and structuredContent.error disagree',
  source: 'mcp-ts-core since 0.8.3, "Error-path parity"',
  severity: 'violation',
  toolError(answer) {
    const error = answer.structuredError;
    if (error === undefined || error.message === '') return undefined;
    // The same message in another frame of words is still the same message.
    if (answer.text.includes(error.message.slice(0, 10_000))) return undefined;
    return {
      explanation:
        'What a model learns depends on whether its host passes on content or structuredContent: the message of structuredContent.error does not stand in the text.',
      todo: 'The server must write both from one source.',
      after: withText(mirroredText(error)),
    };
  },
});
