import { labTool, optionalArguments } from './lab-tool.ts';

/** JSON-RPC errors that keep to the form, by their codes. */
export const PROTOCOL_ERROR_TOOLS = [
  labTool({
    name: 'method-not-found',
    title: 'Method not found (-32601)',
    tier: 'protocol',
    code: '-32601',
    shows: 'A JSON-RPC error with the code -32601',
  }),
  labTool({
    name: 'invalid-params',
    title: 'Invalid params (-32602)',
    tier: 'protocol',
    code: '-32602',
    shows: 'A JSON-RPC error with the code -32602',
  }),
  labTool({
    name: 'internal-error',
    title: 'Internal error (-32603)',
    tier: 'protocol',
    code: '-32603',
    shows: 'An exception that nobody caught in the handler, so -32603, with its stack on stderr',
  }),
  labTool({
    name: 'validation-as-protocol-error',
    title: 'Arguments refused with -32602',
    tier: 'protocol',
    code: '-32602',
    shows:
      'A failed check of arguments that the model could repair, sent as -32602, which a host need not pass on',
    inputSchema: {
      type: 'object',
      properties: { amount: { type: 'number', minimum: 1 }, currency: { type: 'string' } },
    },
    sampleArguments: { amount: -5 },
  }),
  labTool({
    name: 'custom-code',
    title: 'A code of your choice',
    tier: 'protocol',
    code: '4242',
    shows: 'A JSON-RPC error with a code of the application and data',
    inputSchema: optionalArguments({
      code: { type: 'integer', default: 4242 },
      message: { type: 'string', default: 'The quota of this workspace is used up' },
      data: { description: 'Replaces the data of the error: any JSON, null for none' },
    }),
  }),
  labTool({
    name: 'every-nth-call',
    title: 'A failure of every n-th call',
    tier: 'protocol',
    code: '-32603',
    shows: 'A tool of which every n-th call fails with a JSON-RPC error, and every other one is fine',
    inputSchema: optionalArguments({
      n: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 3 },
      code: { type: 'integer', default: -32603 },
    }),
    sampleArguments: { n: 1 },
  }),
  labTool({
    name: 'url-elicitation-required',
    title: 'URL elicitation required (-32042)',
    tier: 'protocol',
    code: '-32042',
    shows: 'A JSON-RPC error with the code -32042 and data.elicitations',
  }),
  labTool({
    name: 'resource-not-found',
    title: 'Resource not found (-32002)',
    tier: 'protocol',
    code: '-32002',
    shows: 'A JSON-RPC error with the code -32002 and data.uri',
  }),
  labTool({
    name: 'missing-capability',
    title: 'Missing client capability (-32021)',
    tier: 'protocol',
    code: '-32021',
    shows: 'A JSON-RPC error with the code -32021 and data.requiredCapabilities',
  }),
  labTool({
    name: 'unsupported-version',
    title: 'Unsupported protocol version (-32022)',
    tier: 'protocol',
    code: '-32022',
    shows: 'A JSON-RPC error with the code -32022, data.supported and data.requested',
  }),
  labTool({
    name: 'client-code-closed',
    title: 'A client code on the wire (-32000)',
    tier: 'protocol',
    code: '-32000',
    shows: 'A server that sends -32000 "Connection closed", a code which clients use for themselves',
  }),
  labTool({
    name: 'client-code-timeout',
    title: 'A client code on the wire (-32001)',
    tier: 'protocol',
    code: '-32001',
    shows: 'A server that sends -32001 "Request timed out", a code which clients use for themselves',
  }),
] as const;
