import { harmlessMethod, harmlessText, metaText, OFTEN_SILENT, sharing } from './template.ts';

/** Messages whose envelope is no JSON-RPC 2.0. */
export const ENVELOPE_TEMPLATES = sharing(
  {
    group: 'Envelope',
    expects: 'The server answers -32600, and goes on.',
    source: 'JSON-RPC 2.0 §4, -32600',
    good: [-32600],
    tolerated: OFTEN_SILENT,
  },
  [
    {
      id: 'wrong-version',
      title: 'Wrong jsonrpc version',
      breaks: 'jsonrpc is "1.0", and must be "2.0".',
      text: (context) => harmlessText(context).replace('"2.0"', '"1.0"'),
    },
    {
      id: 'numeric-version',
      title: 'jsonrpc as a number',
      breaks: 'jsonrpc is the number 2.0, and must be the string "2.0".',
      text: (context) => harmlessText(context).replace('"2.0"', '2.0'),
    },
    {
      id: 'missing-version',
      title: 'Without jsonrpc',
      breaks: 'The member jsonrpc is missing.',
      text: (context) => harmlessText(context).replace('"jsonrpc":"2.0",', ''),
    },
    {
      id: 'missing-method',
      title: 'Request without a method',
      breaks: 'The request has an id and no method.',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"params":{}}`,
    },
    {
      id: 'numeric-method',
      title: 'Method that is no string',
      breaks: 'The method is a number.',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":42}`,
    },
    {
      id: 'params-array',
      title: 'params as a list',
      breaks: 'params is a list: JSON-RPC allows it, MCP does not.',
      expects: 'The server answers -32602 or -32600.',
      source: 'MCP schema, JSONRPCRequest: params is an object',
      good: [-32602, -32600],
      text: (context) =>
        `{"jsonrpc":"2.0","id":${context.freshId},"method":"${harmlessMethod(context)}","params":[1,2]}`,
    },
    {
      id: 'params-string',
      title: 'params as a string',
      breaks: 'params is a string; it must be an object.',
      expects: 'The server answers -32600 or -32602.',
      source: 'JSON-RPC 2.0 §4.2',
      good: [-32600, -32602],
      text: (context) =>
        `{"jsonrpc":"2.0","id":${context.freshId},"method":"${harmlessMethod(context)}","params":"all"}`,
    },
    {
      id: 'not-an-object',
      title: 'JSON that is no message',
      breaks: 'The line is a JSON number, not an object.',
      text: () => '42',
    },
    {
      id: 'empty-method',
      title: 'Empty method',
      breaks: 'The method is the empty string, which no server has.',
      expects: 'The server answers -32601.',
      source: 'JSON-RPC 2.0 §5.1, -32601',
      good: [-32601],
      tolerated: [-32600],
      text: (context) => `{"jsonrpc":"2.0","id":${context.freshId},"method":""${metaText(context)}}`,
    },
  ],
);
