import { errorTextOf, saysUnknown } from '../error-text.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** A name that no tool has is a fault of the request: the model cannot recover from it by other arguments. */
export const unknownToolAsToolError: Rule = {
  id: 'T02',
  name: 'unknown-tool-as-tool-error',
  title: 'Unknown tool reported as a tool error',
  source: 'MCP 2025-11-25, server/tools.mdx:461-520; 2026-07-28, server/tools.mdx:738-795; SEP-1303',
  severity: 'violation',
  reaction: true,
  checks: {
    toolError(answer, view) {
      const { tool, exchange } = answer;
      if (answer.method !== 'tools/call' || tool === '' || exchange === undefined) return undefined;
      if (!view.facts.tools.complete || view.facts.tools.find(tool) !== undefined) return undefined;
      if (
        exchange.requestSeq < view.facts.tools.listSeq ||
        exchange.toolsGeneration !== view.facts.tools.generation
      )
        return undefined;
      const sure = saysUnknown(errorTextOf(answer));
      return {
        evidence: [view.facts.tools.listSeq, exchange.requestSeq, answer.seq],
        explanation: sure
          ? `No tool named ${JSON.stringify(tool)} is in the server's list, and the server answered with isError.`
          : `No tool named ${JSON.stringify(tool)} is in the server's list, and the call ended with isError.`,
        todo: sure
          ? 'It must answer with error -32602, so that the host learns that its list is out of date.'
          : 'If the tool does not exist, the server must answer with error -32602; if it is hidden on purpose, nothing is wrong.',
        after: wireExcerpt({ error: { code: -32602, message: `Unknown tool: ${tool}` } }),
        ...(sure ? {} : { severity: 'advice' as const }),
      };
    },
  },
};
