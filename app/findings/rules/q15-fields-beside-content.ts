import { writtenOut } from '../../base/json-value.ts';
import { TRAIT } from '../error-text.ts';
import { qualityRule } from '../rule.ts';

const FIELDS = ['reason', 'message', 'details'];

export const rule = qualityRule({
  title: 'The error stands in fields that MCP does not know',
  source: 'MCP schema, CallToolResult; the shape is that of the Hermes guide',
  severity: 'advice',
  traits: TRAIT.blank,
  toolError(answer) {
    const { result } = answer;
    if (Array.isArray(result.content) && result.content.length > 0) return undefined;
    const present = FIELDS.filter((field) => result[field] !== undefined);
    if (present.length === 0) return undefined;
    const { isError, content, ...rest } = result;
    const text =
      typeof result.message === 'string' ? result.message : writtenOut(result.reason ?? 'What failed');
    return {
      explanation: `The result says what happened in ${present.join(', ')}, which are no members of a tool result, so a host need not read them.`,
      todo: 'The server should put a sentence into content and the rest into structuredContent.',
      after: {
        kind: 'result',
        result: { content: [{ type: 'text', text }], structuredContent: { error: rest }, isError },
      },
    };
  },
});
