import { draft2020, err, isError, type Talk, titled, tools } from './talk.ts';

/** Behavior of several SDKs, or of any author: it must not identify one. */
export const STRANGERS: readonly (readonly [string, (talk: Talk) => Talk])[] = [
  ['a plain result', (t) => t.call({ result: { content: [{ type: 'text', text: 'MCP error -32602: 3' }] } })],
  ['a panic, of mcp-go or anybody', (t) => t.call(err(-32603, 'internal panic: boom'))],
  [
    'a Go error of an author',
    (t) => t.call(err(-32603, 'unmarshaling params: json: cannot unmarshal array into Go value')),
  ],
  [
    'a Go error under the code 0',
    (t) =>
      t.call(
        err(
          0,
          'failed to list: Get "http://127.0.0.1/x": dial tcp 127.0.0.1:80: connect: connection refused',
        ),
      ),
  ],
  ['members in the order of Kotlin', (t) => t.ask('ping', {}, '{"id":1,"result":{},"jsonrpc":"2.0"}')],
  ['a bare unknown method', (t) => t.unknownMethod(err(-32601, 'Method not found'))],
  ['an uncaught exception with code 0', (t) => t.unknownResource(err(0, 'Unknown resource: x://y'))],
  ['an old protocol version', (t) => t.ask('initialize', {}, { result: { protocolVersion: '2024-11-05' } })],
  ['a draft of JSON Schema', (t) => t.ask('tools/list', {}, tools({ inputSchema: draft2020 }))],
  ['a failed tool of Python or Kotlin', (t) => t.call(isError('Error executing tool add: boom'))],
  ['the method in data', (t) => t.unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist'))],
  ['a line that ended the connection', (t) => t.client('{oops').ends()],
  ['a title before a message', (t) => t.call(err(-32603, 'Internal error: boom'))],
  [
    'errors of the client',
    (t) => t.client(JSON.stringify({ jsonrpc: '2.0', id: 1, ...err(-32602, 'tool not found') })),
  ],
  [
    'a structured error that its text repeats, with a code of mcp-ts-core',
    (t) =>
      t.call(isError('Error: gone', { structuredContent: { error: { code: -32009, message: 'gone' } } })),
  ],
  [
    'a title with its detail, of Hermes or its fork',
    (t) => t.unknownTool(titled(1, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    'a title with its detail in the order of other servers',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-11-25' }, { result: { protocolVersion: '2025-11-25' } })
        .unknownTool(err(-32602, 'Invalid params', { message: 'Tool not found: nope' })),
  ],
  ['wrong params of a known method', (t) => t.unknownPrompt(err(-32602, 'Invalid request parameters', ''))],
  [
    'a log of a client',
    (t) => t.log('  File "/srv/site-packages/mcp/client/session.py", line 3, in call_tool'),
  ],
  [
    'an unknown tool under -32601, with the prefix of the SDK below',
    (t) => t.unknownTool(err(-32601, 'Unknown tool: nope')),
  ],
  ['a log that names MCP', (t) => t.log('MCP server listening on stdio (mcp.server ready)')],
  [
    'a structured error with a code of its own',
    (t) => t.call(isError('gone', { structuredContent: { error: { code: 404, message: 'gone' } } })),
  ],
];
