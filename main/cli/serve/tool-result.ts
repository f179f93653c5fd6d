import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Result } from '../../../app/base/result.ts';
import type { ServeAnswer } from '../../../app/serve/answer.ts';

/** A tool's answer, in words and as data. */
export function given<Data extends Record<string, unknown>>({
  text,
  data,
}: ServeAnswer<Data>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** The answer, or the failure as one that the model can act on. */
export function told<Data extends Record<string, unknown>>(
  answer: Result<ServeAnswer<Data>>,
): CallToolResult {
  return answer.ok ? given(answer.value) : failed(answer.error);
}

/** A failure that the model can act on. */
export function failed(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}
