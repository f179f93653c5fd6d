import type { VocabularyTable } from '../catalogue-entry.ts';

export const kotlinSdkTable: VocabularyTable = {
  vocabulary: 'kotlin-sdk',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'yes',
    source: 'modelcontextprotocol/kotlin-sdk 0.14.0 ',
  },
  rows: [
    {
      code: -32000,
      name: 'CONNECTION_CLOSED',
      tier: 'client',
      emittedBy: 'client-local',
      meaning: 'The connection closed while requests were open.',
      whenItAppears: 'Raised locally. The HTTP server also sends it for a bad Host header.',
      how: 'Look at the exit status, then restart the server.',
      messages: ['Connection closed'],
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/types/jsonRpc.kt:258-295',
    },
    {
      code: -32001,
      name: 'REQUEST_TIMEOUT',
      tier: 'client',
      emittedBy: 'client-local',
      meaning: 'No answer came in time, 60 seconds by default.',
      whenItAppears: 'Raised by the client; never on the wire.',
      how: 'Raise the time-out, or look at the raw frames.',
      messages: ['Request timed out'],
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/shared/Protocol.kt:866',
    },
    {
      code: -32002,
      name: 'RESOURCE_NOT_FOUND',
      meaning: 'No resource has this URI; data holds it.',
      whenItAppears: 'resources/read of an unknown URI.',
      how: 'The client must list the resources again.',
      dataShape: '{uri}',
      messages: ['Resource not found'],
      source:
        'kotlin-sdk-server/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/server/Server.kt:715-718',
    },
    {
      code: -32042,
      name: 'URL_ELICITATION_REQUIRED',
      meaning: 'The user must visit a web address first.',
      whenItAppears: 'Revision 2025-11-25.',
      how: 'The host must open the address, then call again.',
      dataShape: '{elicitations}',
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/types/jsonRpc.kt:258-295',
    },
    {
      code: -32601,
      name: 'METHOD_NOT_FOUND',
      meaning: 'No such method, on either side.',
      whenItAppears: 'The text says "Server" even when the client answers.',
      how: 'The caller must check the capabilities.',
      recoverable: 'no',
      messages: ['Server does not support <method>'],
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/shared/Protocol.kt:587',
    },
    {
      code: -32603,
      name: 'INTERNAL_ERROR',
      meaning: 'A handler threw, the server is overloaded, or a prompt does not exist.',
      whenItAppears: 'The message tells which. An unknown prompt should be -32602.',
      how: "The server's author must read its log; after an overload try again.",
      recoverable: 'depends',
      messages: ['Server is busy: too many in-flight messages', 'Prompt not found: <x>'],
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/shared/Protocol.kt:531,662; kotlin-sdk-server/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/server/Server.kt:685',
    },
    {
      code: -32602,
      name: 'INVALID_PARAMS',
      meaning: 'The params are wrong.',
      whenItAppears: 'Params that cannot be read.',
      how: 'The caller must correct the params.',
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/shared/Protocol.kt:949',
    },
    {
      code: -32700,
      name: 'PARSE_ERROR',
      meaning: 'The body is not JSON.',
      whenItAppears: 'Only over HTTP.',
      how: "The client's author must fix what it sends.",
      recoverable: 'no',
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/types/jsonRpc.kt:258-295',
    },
    {
      code: -32600,
      name: 'INVALID_REQUEST',
      meaning: 'The request is malformed.',
      whenItAppears: 'Only over HTTP.',
      how: "The client's author must fix the request.",
      recoverable: 'no',
      source:
        'kotlin-sdk-core/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/types/jsonRpc.kt:258-295',
    },
    {
      kind: 'convention',
      label: 'isError:true',
      name: 'Tool <x> not found',
      tier: 'tool',
      meaning: 'No tool has this name, told as a tool error.',
      whenItAppears: 'tools/call; the specification wants -32602.',
      how: 'The client must list the tools again.',
      messages: ['Tool <x> not found'],
      source:
        'kotlin-sdk-server/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/server/Server.kt:647-649',
    },
    {
      kind: 'convention',
      label: 'isError:true',
      name: 'Error executing tool <x>: <m>',
      tier: 'tool',
      meaning: 'The tool threw.',
      whenItAppears: 'Any exception in a tool.',
      how: 'The model reads the text and corrects its call.',
      messages: ['Error executing tool <x>: <m>'],
      source:
        'kotlin-sdk-server/src/commonMain/kotlin/io/modelcontextprotocol/kotlin/sdk/server/Server.kt:666-668',
    },
  ],
};
