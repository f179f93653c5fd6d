import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSpecUntil20250618Table: VocabularyTable = {
  vocabulary: 'mcp-spec-until-2025-06-18',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    source:
      'modelcontextprotocol/modelcontextprotocol docs/specification/2024-11-05/server/tools.mdx:229-285; 2025-06-18/server/tools.mdx:387-430',
  },
  rows: [
    {
      code: -32602,
      name: 'Invalid arguments (tools/call)',
      meaning: "The tool's arguments do not satisfy its input schema.",
      whenItAppears:
        'Servers of revision 2025-06-18 and before. Later revisions want isError, though the 2026-07-28 schema comments still list this case here.',
      how: 'The host must correct the arguments; the model cannot, because it never sees the reason.',
      since: '2024-11-05',
      until: '2025-06-18',
    },
  ],
};
