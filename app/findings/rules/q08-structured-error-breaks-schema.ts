import { firstMisfit } from '../../base/schema/check-schema.ts';
import { TRAIT } from '../error-text.ts';
import { changed } from '../repair.ts';
import { qualityRule } from '../rule.ts';

export const rule = qualityRule({
  title: 'structuredContent of a tool error breaks the outputSchema',
  source: '@modelcontextprotocol/sdk 1.32.2, client/index.js:490-505; mcp-ts-core issue 241',
  severity: 'violation',
  subject: 'output-schema',
  traits: TRAIT.structured,
  toolError(answer, view) {
    const structured = answer.result.structuredContent;
    const schema = view.facts.tools.find(answer.tool)?.outputSchema;
    if (answer.method !== 'tools/call' || structured === undefined || schema === undefined) return undefined;
    const misfit = firstMisfit(schema, structured);
    if (misfit === undefined) return undefined;
    return {
      evidence: [view.facts.tools.listSeq, answer.exchange?.requestSeq ?? answer.seq, answer.seq],
      explanation: `The structured part of this error does not fit the tool's outputSchema (${misfit.place}: ${misfit.message}), and clients on the TypeScript SDK 1 throw the whole answer away for that.`,
      todo: 'The server must widen the schema for errors, or leave structuredContent out.',
      after: changed({ structuredContent: undefined }),
      sdks: ['mcp-ts-core'],
    };
  },
});
