import { harmlessMethod, harmlessText, metaText, OFTEN_SILENT, sharing } from './template.ts';

/** Requests whose id no server can work with. */
export const ID_TEMPLATES = sharing(
  {
    group: 'Ids',
    expects: 'The server answers -32600, and goes on.',
    source: 'MCP schema, RequestId: a string or an integer, never null',
    good: [-32600],
    tolerated: OFTEN_SILENT,
  },
  [
    {
      id: 'id-null',
      title: 'Request with the id null',
      breaks: 'The id is null, which MCP does not allow.',
      text: (context) => harmlessText({ ...context, freshId: 'null' }),
    },
    {
      id: 'id-fraction',
      // Many readers round it (RFC 8259 §6), and answer what they have read.
      probe: { spares: ['E04'] },
      title: 'Id with a fraction',
      breaks: 'The id is 1.5, and MCP knows strings and integers only.',
      expects: 'The server answers -32600.',
      text: (context) => harmlessText({ ...context, freshId: '1.5' }),
    },
    {
      id: 'id-object',
      title: 'Id that is an object',
      breaks: 'The id is an object.',
      text: (context) => harmlessText({ ...context, freshId: '{"n":1}' }),
    },
    {
      id: 'id-boolean',
      title: 'Id that is true',
      breaks: 'The id is a boolean.',
      text: (context) => harmlessText({ ...context, freshId: 'true' }),
    },
    {
      id: 'id-huge',
      binding: 'MUST',
      // Many readers round such a number (RFC 8259 §6), and answer what they have read.
      probe: { spares: ['E04'] },
      title: 'Id beyond 2^53',
      breaks: 'The id is 9007199254740993, which JavaScript and many JSON readers round.',
      expects: 'The server answers with the same digits.',
      source: 'RFC 8259 §6; JSON-RPC 2.0 §5: the id of the answer MUST be the same',
      good: ['result'],
      tolerated: [-32600, 'silence'],
      text: (context) => harmlessText({ ...context, freshId: '9007199254740993' }),
    },
    {
      id: 'id-used',
      probe: false,
      title: 'Id of the last request once more',
      breaks: 'The id was used before in this session.',
      expects: 'The server answers it, or refuses it with -32600; it must not crash.',
      source: 'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before',
      good: [-32600, 'result'],
      text: (context) => harmlessText({ ...context, freshId: context.usedId }),
    },
    {
      id: 'id-open',
      probe: false,
      title: 'Id of a request that is open',
      breaks: 'Two requests with one id are in flight; without an open one it is the last id.',
      expects: 'The server refuses the second with -32600, or answers both.',
      source: 'MCP 2025-11-25, basic/index.mdx: the id MUST NOT have been used before',
      good: [-32600, 'result'],
      text: (context) => harmlessText({ ...context, freshId: context.openId }),
    },
    {
      id: 'notification-with-id',
      title: 'Notification with an id',
      breaks: 'notifications/initialized carries an id, which makes it a request of an unknown method.',
      expects: 'The server answers -32601 or -32600.',
      source: 'JSON-RPC 2.0 §4.1: a notification has no id',
      good: [-32601, -32600],
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"notifications/initialized"}`,
    },
    {
      id: 'request-without-id',
      binding: 'MUST',
      title: 'Request without an id',
      breaks: 'A request lacks its id, which makes it a notification that nobody can answer.',
      expects: 'The server stays silent.',
      source: 'JSON-RPC 2.0 §4.1: the server MUST NOT reply to a notification',
      good: ['silence'],
      tolerated: [],
      text: (context) => `{"jsonrpc":"2.0","method":"${harmlessMethod(context)}"${metaText(context)}}`,
    },
  ],
);
