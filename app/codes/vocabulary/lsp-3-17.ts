import type { VocabularyTable } from '../catalogue-entry.ts';

export const lsp317Table: VocabularyTable = {
  vocabulary: 'lsp-3-17',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'n/a',
    whenItAppears: 'Editor tooling speaks LSP. In MCP this number means something else.',
    how: 'Do not read an MCP error this way; check the MCP meanings of the number.',
    source:
      'https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#errorCodes (constants: docs.rs lsp-types error_codes)',
  },
  rows: [
    {
      code: -32002,
      name: 'ServerNotInitialized',
      meaning: 'In LSP: a request came before the server was initialized.',
    },
    {
      code: -32001,
      name: 'UnknownErrorCode',
      meaning: 'In LSP: an error without a code of its own.',
    },
    {
      code: -32803,
      name: 'RequestFailed',
      meaning: 'In LSP: a well-formed request that the server could not carry out.',
    },
    {
      code: -32802,
      name: 'ServerCancelled',
      meaning: 'In LSP: the server gave the request up by itself.',
    },
    {
      code: -32801,
      name: 'ContentModified',
      meaning: 'In LSP: the document changed, so that the result is stale.',
    },
    {
      code: -32800,
      name: 'RequestCancelled',
      meaning: 'In LSP: the client cancelled the request.',
      whenItAppears:
        'Editor tooling speaks LSP. Two MCP stacks borrow the number: mcp-go, and the Python SDK v2 over HTTP.',
      how: 'Check for those two stacks first; they mean a cancelled request too.',
    },
    {
      kind: 'range',
      label: '-32899..-32800',
      range: { from: -32899, to: -32800 },
      name: 'lspReservedErrorRange',
      meaning: 'In LSP: the block of numbers that the protocol keeps for itself.',
      whenItAppears: 'Editor tooling speaks LSP. -32800 leaks into MCP through mcp-go and the Python SDK v2.',
    },
    {
      kind: 'range',
      label: '-32099..-32000',
      range: { from: -32099, to: -32000 },
      name: 'jsonrpcReservedErrorRange',
      meaning: 'In LSP: the JSON-RPC block, of which LSP uses only -32002 and -32001.',
      whenItAppears: 'Editor tooling speaks LSP. In MCP these numbers mean something else.',
    },
  ],
};
