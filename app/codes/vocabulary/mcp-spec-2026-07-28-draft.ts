import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSpec20260728DraftTable: VocabularyTable = {
  vocabulary: 'mcp-spec-2026-07-28-draft',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    since: '2026-07-28 draft',
    until: '2026-07-28',
    source: 'modelcontextprotocol/modelcontextprotocol docs/specification/2026-07-28/changelog.mdx:60-68',
  },
  rows: [
    {
      code: -32001,
      name: 'HeaderMismatch (draft/RC number)',
      meaning: 'The number that drafts of 2026-07-28 used for HeaderMismatch.',
      whenItAppears: 'A server built on a release candidate, over HTTP.',
      how: "The server's author must update its SDK; read it as -32020.",
    },
    {
      code: -32003,
      name: 'MissingRequiredClientCapability (draft/RC number)',
      meaning: 'The number that drafts of 2026-07-28 used for MissingRequiredClientCapability.',
      whenItAppears: 'A server built on a release candidate; data still holds requiredCapabilities.',
      how: "Read it as -32021 when data has that member; the server's author must update its SDK.",
      dataShape: '{requiredCapabilities}',
    },
    {
      code: -32004,
      name: 'UnsupportedProtocolVersion (draft/RC number)',
      meaning: 'The number that drafts of 2026-07-28 used for UnsupportedProtocolVersion.',
      whenItAppears: 'A server built on a release candidate; data still holds supported and requested.',
      how: "Read it as -32022 when data has those members; the server's author must update its SDK.",
      dataShape: '{supported,requested}',
    },
  ],
};
