import type { VocabularyTable } from '../catalogue-entry.ts';

export const alivemcpGuideCodesTable: VocabularyTable = {
  vocabulary: 'alivemcp-guide',
  defaults: {
    kind: 'code',
    tier: 'protocol',
    emittedBy: 'server',
    recoverable: 'no',
    source: 'AliveMCP, MCP server error codes guide',
  },
  rows: [
    {
      code: -32700,
      name: 'Parse error',
      meaning: 'The guide: the JSON was broken beyond reading.',
      whenItAppears:
        'Broken transport or a faulty serialiser in the client, it says. In fact stdio servers on the TypeScript SDK drop such lines in silence.',
      how: 'Look at the raw line that the client wrote; its author must fix it.',
    },
    {
      code: -32600,
      name: 'Invalid Request',
      meaning: 'The guide: valid JSON that lacks jsonrpc, method or id.',
      whenItAppears:
        'Old SDKs or hand-written messages, it says. In fact stdio servers on the TypeScript SDK drop such frames in silence.',
      how: "The client's author must fix the envelope.",
    },
    {
      code: -32601,
      name: 'Method not found',
      meaning: 'The guide: the server has no handler for the method.',
      whenItAppears: 'For example resources/list on a server without resources.',
      how: "The client must check the server's capabilities.",
    },
    {
      code: -32602,
      name: 'Invalid params',
      meaning: 'The guide: params do not have the shape that the method needs.',
      whenItAppears:
        "A malformed tools/call, not a failed check of the tool's arguments. TypeScript SDK v1 sends -32603 with zod text here, v2 sends -32602.",
      how: "The client's author must compare params with the request's schema.",
    },
    {
      code: -32603,
      name: 'Internal error',
      meaning: 'The guide: the server threw while it handled a valid request.',
      whenItAppears:
        'Only with the low-level Server class. McpServer turns a throw into isError, in v1 and v2.',
      how: "The server's author must catch the failure, return isError, and read the log.",
    },
    {
      code: -32001,
      name: 'Request timeout',
      meaning: 'The guide: the server took too long.',
      whenItAppears:
        'In fact the client raises it by itself, after 60 seconds by default; it is never on the wire.',
      how: "The user can raise the time limit; the server's author must speed the tool up.",
      recoverable: 'yes',
    },
    {
      code: -32002,
      name: 'Resource not found',
      meaning: 'The guide: no resource has this URI.',
      whenItAppears: 'True for the specification up to 2025-11-25. The TypeScript SDKs always send -32602.',
      how: 'The client must list the resources again.',
      recoverable: 'yes',
    },
    {
      code: -32003,
      name: 'Tool not found',
      meaning: 'The guide: no tool has this name.',
      whenItAppears: 'No SDK that was examined sends -32003 for it; the specification says -32602.',
      how: 'Expect -32602 or isError instead. A server that sends -32003 means something else.',
      recoverable: 'yes',
    },
    {
      kind: 'range',
      label: '-32099..-32000',
      range: { from: -32099, to: -32000 },
      name: 'Implementation-defined server errors',
      meaning: 'The guide: the SDKs take numbers from here, and may change them.',
      whenItAppears: 'Codes of a server library. The revision 2026-07-28 has since divided this block.',
      how: 'Find out which library the server uses before you trust a meaning.',
      recoverable: 'depends',
    },
    {
      kind: 'pattern',
      label: 'isError:true',
      name: "message.includes('rate limit')",
      tier: 'tool',
      meaning: 'The guide: an upstream limit was hit, and the tool says so.',
      whenItAppears: 'Its send_email example finds "rate limit" in the exception.',
      how: 'The model can wait and repeat the same call.',
      recoverable: 'yes',
    },
    {
      kind: 'pattern',
      label: 'isError:true',
      name: "message.includes('invalid recipient')",
      tier: 'tool',
      meaning: "The guide: the recipient's address is wrong, and the tool says so.",
      whenItAppears: 'Its send_email example finds "invalid recipient" in the exception.',
      how: 'The model must change the arguments; repeating is useless.',
      recoverable: 'yes',
    },
    {
      kind: 'pattern',
      label: 'isError:true',
      name: 'other upstream failure',
      tier: 'tool',
      meaning: 'The guide: any other upstream failure still becomes a tool error.',
      whenItAppears: 'Its send_email example, last branch.',
      how: 'The model reports it; a retry may or may not help.',
      recoverable: 'depends',
      messages: ['Email service error: <message>'],
    },
  ],
};
