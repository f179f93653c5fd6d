import type { VocabularyTable } from '../catalogue-entry.ts';

export const anubisTable: VocabularyTable = {
  vocabulary: 'anubis',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    whenItAppears: 'Revision 2026-07-28.',
    source: 'hex anubis_mcp 2.0.0 (zoedsoupe/anubis-mcp)',
  },
  rows: [
    {
      code: -32020,
      name: ':header_mismatch',
      meaning: 'The HTTP headers contradict the body.',
      whenItAppears: 'Revision 2026-07-28, over HTTP.',
      how: 'The client must set its headers to match the body.',
    },
    {
      code: -32021,
      name: ':missing_required_client_capability',
      meaning: 'The request needs a capability that the client did not declare.',
      how: 'The client must declare it and send again.',
    },
    {
      code: -32022,
      name: ':unsupported_protocol_version',
      meaning: 'The server does not speak the requested revision.',
      how: 'The client must choose from data.supported.',
    },
    {
      code: -32000,
      name: ':client_terminated',
      meaning: 'The client process ended while a request was open.',
      whenItAppears: 'Raised locally, never on the wire.',
      how: 'Start the client again.',
    },
    {
      code: -32603,
      name: '"Tool execution crashed"',
      meaning: 'A tool crashed, and the server says so as a protocol error.',
      whenItAppears: 'A tool raises under revision 2026-07-28.',
      how: "The server's author must read its log.",
      recoverable: 'no',
      messages: ['Tool execution crashed'],
    },
  ],
};
