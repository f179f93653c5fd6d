import { isJsonObject } from '../../base/json-value.ts';
import type { ToolAnswer } from '../message.ts';
import type { Rule } from '../rule.ts';
import { schemaMismatches } from '../schema-mismatch.ts';
import type { SessionView } from '../session-view.ts';
import { since } from '../severity.ts';
import { resultExcerpt, resultWith } from '../wire-excerpt.ts';

export const structuredResultBreaksSchema: Rule = {
  id: 'Q09',
  name: 'structured-result-breaks-schema',
  title: 'structuredContent missing or invalid on success',
  source: 'MCP 2025-06-18, server/tools.mdx, "Output Schema": servers MUST conform',
  severity: since('2025-06-18', 'violation'),
  judges: {
    toolOk(answer, view) {
      const lack = lackOf(answer, view);
      if (lack === undefined) return undefined;
      return {
        evidence: [view.tools.listSeq, answer.exchange?.seq ?? answer.seq, answer.seq],
        explanation: `The tool promises structured output, and ${lack}; clients that check it turn this success into an error. The server must return structuredContent that fits the tool's outputSchema.`,
        before: resultExcerpt(answer),
        after: resultWith(answer, {
          content: undefined,
          structuredContent: { '…': 'as the outputSchema says' },
        }),
      };
    },
  },
};

function lackOf(answer: ToolAnswer, view: SessionView): string | undefined {
  const schema = view.tools.find(answer.tool)?.outputSchema;
  if (schema === undefined) return undefined;
  const { result, params } = answer;
  // A task and a request for input are not yet the tool's result.
  if (isJsonObject(params) && params.task !== undefined) return undefined;
  if (result.resultType !== undefined && result.resultType !== 'complete') return undefined;
  if (result.structuredContent === undefined) return 'structuredContent is missing';
  const [mismatch] = schemaMismatches(schema, result.structuredContent, 1);
  return mismatch === undefined ? undefined : `${mismatch.path} does not fit: ${mismatch.message}`;
}
