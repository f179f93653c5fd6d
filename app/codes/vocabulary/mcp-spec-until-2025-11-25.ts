import type { VocabularyTable } from '../catalogue-entry.ts';

export const mcpSpecUntil20251125Table: VocabularyTable = {
  vocabulary: 'mcp-spec-until-2025-11-25',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'client',
    recoverable: 'no',
    since: '2024-11-05',
    until: '2025-11-25',
    source: 'modelcontextprotocol/modelcontextprotocol docs/specification/',
  },
  rows: [
    {
      code: -32002,
      name: 'Resource not found',
      emittedBy: 'server',
      meaning: 'No resource has this URI. Right up to 2025-11-25.',
      whenItAppears:
        'resources/read of an unknown URI. Servers of 2026-07-28 must not send it, but clients should still accept it.',
      how: 'The client must list the resources again; data.uri names the missing one.',
      recoverable: 'yes',
      dataShape: '{uri:string}',
      messages: ['Resource not found'],
      source: '2025-11-25/server/resources.mdx:388,398',
    },
    {
      code: -32602,
      name: 'Unsupported protocol version (initialize)',
      emittedBy: 'server',
      meaning: 'The server does not speak the revision that the client asked for.',
      whenItAppears: 'initialize; a server may also answer with another revision instead.',
      how: 'The client must choose from data.supported, or disconnect.',
      recoverable: 'yes',
      dataShape: '{supported:string[], requested:string}',
      messages: ['Unsupported protocol version'],
      source: '2025-11-25/basic/lifecycle.mdx:278',
    },
    {
      code: -1,
      name: 'User rejected sampling request',
      meaning: 'The user declined to let the server use the model.',
      whenItAppears:
        'The client answers sampling/createMessage. The code lies outside the reserved block and is gone since 2026-07-28.',
      how: 'The server must go on without a completion.',
      messages: ['User rejected sampling request'],
      source: '2024-11-05/client/sampling.mdx:216; 2025-03-26:224; 2025-06-18:226; 2025-11-25:596-608',
    },
    {
      code: -32601,
      name: 'Roots not supported',
      meaning: 'The client has no roots to offer.',
      whenItAppears: 'roots/list to a client that never declared the roots capability.',
      how: "The server must check the client's capabilities before it asks.",
      source: '2025-11-25/client/roots.mdx:144-145',
    },
    {
      code: -32603,
      name: 'Internal error (roots)',
      meaning: 'The client failed to list its roots.',
      whenItAppears: 'roots/list breaks inside the client.',
      how: "The host's author must read the client's log; the server can go on without roots.",
      source: '2025-11-25/client/roots.mdx:144-145',
    },
  ],
};
