import type { Rule } from '../rule.ts';
import { resultWith } from '../wire-excerpt.ts';

export const emptyToolError: Rule = {
  id: 'Q01',
  name: 'empty-tool-error',
  title: 'Tool error with empty or missing content',
  source: 'MCP schema, CallToolResult.content is required; server/tools.mdx, "Error Handling"',
  severity: 'violation',
  checks: {
    toolError(answer) {
      const { content } = answer.result;
      if (Array.isArray(content) && content.length > 0) return undefined;
      return {
        explanation:
          'The tool failed and the model gets nothing to read, so it can only guess or repeat the call.',
        todo: 'The server must put at least one text block into content that says what happened.',
        after: resultWith(answer, { content: [{ type: 'text', text: 'What failed, and what to change' }] }),
      };
    },
  },
};
