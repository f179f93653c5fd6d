import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSpec20251125Table: VocabularyTable = {
  vocabulary: 'mcp-spec-2025-11-25',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'client',
    recoverable: 'yes',
    since: '2025-11-25',
    until: '2025-11-25',
    whenItAppears: 'The client answers a sampling request with tools, in 2025-11-25.',
    source: 'modelcontextprotocol/modelcontextprotocol docs/specification/2025-11-25/client/',
  },
  rows: [
    {
      code: -32042,
      name: 'URLElicitationRequired',
      emittedBy: 'server',
      meaning: 'The user must first visit a web address before the request can go on.',
      whenItAppears:
        'Usually tools/call, in revision 2025-11-25 only. From 2026-07-28 on it is forbidden; input_required replaces it.',
      how: 'The host must show the address, ask for consent, wait for notifications/elicitation/complete and send the request again.',
      dataShape: '{elicitations:[{mode:"url",elicitationId,url,message}]}',
      source: 'elicitation.mdx:426-452,696; schema/2025-11-25/schema.ts:179-198',
    },
    {
      code: -32602,
      name: 'Tool result missing in request',
      meaning: 'A tool_use block has no matching tool_result.',
      how: 'The server must send one tool_result for every tool_use.',
      source: 'sampling.mdx:596-608',
    },
    {
      code: -32602,
      name: 'Tool results mixed with other content',
      meaning: 'A message mixes tool results with other content.',
      how: 'The server must put tool results into a user message of their own.',
      source: 'sampling.mdx:596-608',
    },
    {
      code: -32602,
      name: 'Elicitation mode not declared',
      meaning: 'The server asked for a way of elicitation that the client never declared.',
      whenItAppears: "elicitation/create with mode form or url that is not in the client's capabilities.",
      how: 'The server must use only the declared modes.',
      recoverable: 'no',
      source: 'elicitation.mdx:700',
    },
  ],
};
