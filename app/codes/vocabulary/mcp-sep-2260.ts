import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSep2260Table: VocabularyTable = {
  vocabulary: 'mcp-sep-2260',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'client',
    recoverable: 'no',
    source:
      'modelcontextprotocol/modelcontextprotocol docs/seps/2260-Require-Server-requests-to-be-associated-with-Client-requests.mdx:268',
  },
  rows: [
    {
      code: -32602,
      name: 'Uncorrelated server request (SEP-2260)',
      meaning: 'The server sent a request that belongs to no call of the client.',
      whenItAppears:
        'A server request outside any open client request; a later amendment (SEP-2260) forbids it.',
      how: "The server's author must send requests only while it handles one of the client's.",
      since: 'SEP-2260 (2026)',
    },
  ],
};
