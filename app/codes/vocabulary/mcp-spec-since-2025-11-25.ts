import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSpecSince20251125Table: VocabularyTable = {
  vocabulary: 'mcp-spec-since-2025-11-25',
  defaults: {
    kind: 'convention',
    tier: 'tool',
    emittedBy: 'server',
    recoverable: 'yes',
    since: '2025-11-25',
    source:
      'modelcontextprotocol/modelcontextprotocol docs/specification/2025-11-25/server/tools.mdx:461-520',
  },
  rows: [
    {
      label: 'isError:true',
      name: 'Input validation error',
      meaning: 'The arguments of the tool are wrong, and the model is told so.',
      whenItAppears: 'Every argument that fails validation, since 2025-11-25.',
      how: 'The model corrects its arguments and calls again.',
      dataShape: '{content:[{type:"text",text}], isError:true}',
    },
    {
      kind: 'code',
      code: -32602,
      name: 'Malformed CallToolRequest',
      tier: 'protocol',
      meaning: "The request itself has the wrong shape, apart from the tool's own arguments.",
      whenItAppears: 'params do not match CallToolRequest: name is missing, say.',
      how: "The client's author must fix the request; this is no matter for the model.",
    },
  ],
};
