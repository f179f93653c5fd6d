import { eraOf } from '../protocol/revisions.ts';
import { requestText, sharing } from './template.ts';

/** Requests that are sound JSON-RPC and wrong MCP. */
export const CALL_TEMPLATES = sharing(
  {
    group: 'Calls',
    probe: { isReadable: true, needs: 'tools' },
    expects: 'The server answers -32602.',
    source: 'MCP schema, CallToolRequest; JSON-RPC 2.0 §5.1, -32602',
    good: [-32602],
    tolerated: [-32600],
  },
  [
    {
      id: 'unknown-method',
      probe: false,
      title: 'Unknown method',
      breaks: 'No server has this method.',
      expects: 'The server answers -32601.',
      source: 'JSON-RPC 2.0 §5.1, -32601',
      good: [-32601],
      tolerated: [],
      text: (context) => requestText(context, 'no/such/method'),
    },
    {
      id: 'call-without-name',
      title: 'tools/call without a name',
      breaks: 'The call does not say which tool.',
      text: (context) => requestText(context, 'tools/call', { arguments: {} }),
    },
    {
      id: 'call-without-params',
      title: 'tools/call without params',
      breaks: 'The call has no params at all.',
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"tools/call"}`,
    },
    {
      id: 'call-numeric-name',
      title: 'Tool name that is no string',
      breaks: 'The name of the tool is a number.',
      text: (context) => requestText(context, 'tools/call', { name: 42, arguments: {} }),
    },
    {
      id: 'call-string-arguments',
      probe: false,
      title: 'Arguments as a string',
      breaks: 'The arguments are JSON inside a string, as some models write them.',
      text: (context) => requestText(context, 'tools/call', { name: context.tool, arguments: '{}' }),
    },
    {
      id: 'call-list-arguments',
      probe: false,
      title: 'Arguments as a list',
      breaks: 'The arguments are a list; they have names in MCP.',
      text: (context) => requestText(context, 'tools/call', { name: context.tool, arguments: [1, 2] }),
    },
    {
      id: 'call-unknown-tool',
      probe: false,
      title: 'Unknown tool',
      breaks: 'The server has no tool of this name.',
      source: 'MCP 2025-11-25, server/tools.mdx, "Error Handling"',
      tolerated: ['tool error'],
      text: (context) => requestText(context, 'tools/call', { name: 'no_such_tool', arguments: {} }),
    },
    {
      id: 'read-bad-uri',
      probe: { isReadable: true, needs: 'resources' },
      title: 'resources/read of no URI',
      breaks: 'The URI is empty.',
      expects: 'The server answers -32602; up to 2025-11-25 also -32002.',
      source: 'MCP 2026-07-28, server/resources.mdx, "Error Handling"; 2025-11-25: -32002',
      good: [-32602, -32002],
      goodIn: (revision) => (eraOf(revision) === 'modern' ? [-32602] : [-32602, -32002]),
      tolerated: [-32601],
      text: (context) => requestText(context, 'resources/read', { uri: '' }),
    },
    {
      id: 'list-bad-cursor',
      probe: false,
      title: 'tools/list with an invented cursor',
      breaks: 'The server never gave this cursor away.',
      source: 'MCP 2025-11-25, server/utilities/pagination.mdx: invalid cursors SHOULD result in -32602',
      tolerated: ['result'],
      text: (context) => requestText(context, 'tools/list', { cursor: 'invented' }),
    },
  ],
);
