import { isJsonObject } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import { qualityRule } from '../rule.ts';

export const rule = qualityRule({
  title: 'Tool error without a word',
  source: 'MCP server/tools.mdx, "Error Handling": tool errors are for the model to read',
  severity: 'advice',
  traits: TRAIT.blank,
  toolError(answer) {
    const { content } = answer.result;
    if (answer.method !== 'tools/call' || !Array.isArray(content) || !content.every(saysNothing))
      return undefined;
    return {
      explanation:
        'The tool failed and its content is empty: a host that passes on content gives the model nothing to go by.',
      todo: 'The server should put a text block into content that says what failed and what to change.',
    };
  },
});

/** True for a text block without a text; any other block may show something. */
function saysNothing(block: unknown): boolean {
  return isJsonObject(block) && typeof block.text === 'string' && block.text.trim() === '';
}
