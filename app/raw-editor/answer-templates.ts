import { sharing } from './template.ts';

/** Answers of the client that belong to no request of the server. */
export const ANSWER_TEMPLATES = sharing(
  {
    group: 'Answers nobody asked for',
    expects: 'The server ignores it, and goes on.',
    good: ['silence'],
    tolerated: [-32600],
  },
  [
    {
      id: 'answer-unknown-id',
      title: 'Result for an unknown id',
      breaks: 'The server has asked nothing under this id.',
      source: 'JSON-RPC 2.0 §5',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"result":{}}`,
    },
    {
      id: 'error-unknown-id',
      title: 'Error for an unknown id',
      breaks: 'The server has asked nothing under this id.',
      source: 'JSON-RPC 2.0 §5',
      text: ({ freshId }) =>
        `{"jsonrpc":"2.0","id":${freshId},"error":{"code":-32603,"message":"never asked"}}`,
    },
    {
      id: 'answer-both',
      binding: 'MUST',
      title: 'Result and error at once',
      breaks: 'The answer has both members, of which JSON-RPC allows one.',
      source: 'JSON-RPC 2.0 §5: both members MUST NOT be there',
      text: ({ freshId }) =>
        `{"jsonrpc":"2.0","id":${freshId},"result":{},"error":{"code":-32603,"message":"both"}}`,
    },
    {
      id: 'answer-neither',
      binding: 'MUST',
      title: 'Neither result nor error',
      breaks: 'The answer has neither member.',
      source: 'JSON-RPC 2.0 §5: either member MUST be there',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId}}`,
    },
    {
      id: 'answer-string-code',
      title: 'Error with a string as code',
      breaks: 'The code of the error is a string, and must be an integer.',
      source: 'JSON-RPC 2.0 §5.1',
      text: ({ freshId }) =>
        `{"jsonrpc":"2.0","id":${freshId},"error":{"code":"E_FAIL","message":"a string as code"}}`,
    },
    {
      id: 'cancel-unknown',
      binding: 'SHOULD',
      title: 'Cancel of an unknown request',
      breaks: 'The cancellation names a request that was never sent.',
      source: 'MCP 2025-11-25, basic/utilities/cancellation.mdx: invalid cancellations SHOULD be ignored',
      tolerated: [],
      text: () =>
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never-sent","reason":"a test"}}',
    },
    {
      id: 'unknown-notification',
      binding: 'MUST',
      title: 'Unknown notification',
      breaks: 'No revision has a notification of this name.',
      source: 'JSON-RPC 2.0 §4.1: the server MUST NOT reply to a notification',
      tolerated: [],
      text: () => '{"jsonrpc":"2.0","method":"notifications/no_such_thing","params":{"n":1}}',
    },
  ],
);
