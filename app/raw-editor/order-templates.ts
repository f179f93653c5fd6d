import { eraOf, LAST_INITIALIZE } from '../protocol/revisions.ts';
import { requestText, sharing } from './template.ts';

/** Messages that are right in themselves and come at the wrong time. */
export const ORDER_TEMPLATES = sharing(
  {
    group: 'Order',
    probe: { isReadable: true },
  },
  [
    {
      id: 'initialize-again',
      binding: 'MUST',
      probe: { isReadable: true, leavesMark: true },
      title: 'initialize a second time',
      breaks: 'The session is initialized already; it is to be the first message only.',
      expects: 'The server refuses it with -32600, or answers as it did the first time.',
      source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Initialization": it MUST be the first interaction',
      good: [-32600, 'result'],
      tolerated: [-32601, -32022],
      text: (context) => initialize(context.freshId, LAST_INITIALIZE),
    },
    {
      id: 'initialize-unknown-version',
      probe: { isReadable: true, leavesMark: true },
      title: 'initialize with an unknown revision',
      breaks: 'The client asks for the revision 1999-01-01, which nobody speaks.',
      expects: 'The server answers with a revision that it supports, or refuses with -32602.',
      source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation"',
      good: ['result', -32602],
      tolerated: [-32600, -32601, -32022],
      text: (context) => initialize(context.freshId, '1999-01-01'),
    },
    {
      id: 'initialize-without-params',
      // Who names no version cannot be told which one was asked for.
      probe: { isReadable: true, leavesMark: true, spares: ['D02'] },
      title: 'initialize without params',
      breaks: 'initialize lacks its revision, capabilities and clientInfo.',
      expects: 'The server answers -32602.',
      source: 'MCP schema, InitializeRequest; JSON-RPC 2.0 §5.1, -32602',
      good: [-32602],
      tolerated: [-32600, -32601, -32603, -32022],
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"initialize"}`,
    },
    {
      id: 'call-before-initialized',
      probe: false,
      title: 'Call before the handshake',
      breaks: 'A request comes before initialize is done: send it while the session is starting.',
      expects: 'The server refuses with -32600 or -32602; once the handshake is done it answers.',
      source: 'MCP 2025-11-25, basic/lifecycle.mdx: the client SHOULD NOT send requests other than pings',
      good: [-32600, -32602],
      tolerated: ['result', -32601, 'silence'],
      text: (context) => requestText(context, 'tools/list', {}),
    },
    {
      id: 'initialized-again',
      binding: 'MUST',
      probe: { isReadable: true, leavesMark: true },
      title: 'notifications/initialized once more',
      breaks: 'The notification comes a second time, without an initialize before it.',
      expects: 'The server ignores it.',
      source: 'JSON-RPC 2.0 §4.1: the server MUST NOT reply to a notification',
      good: ['silence'],
      tolerated: [],
      text: () => '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    },
    {
      id: 'progress-unasked',
      binding: 'MUST',
      title: 'Progress for an unknown token',
      breaks: 'The progress token belongs to no request.',
      expects: 'The server ignores it.',
      source: 'MCP 2025-11-25, basic/utilities/progress.mdx: tokens MUST belong to an active request',
      good: ['silence'],
      tolerated: [],
      text: () =>
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"none","progress":1}}',
    },
    {
      id: 'modern-without-meta',
      probe: false,
      title: 'Request without _meta',
      breaks: 'Since 2026-07-28 each request names its revision in _meta, and this one does not.',
      expects: 'A server of that revision answers -32602; an older one just answers.',
      source: 'MCP 2026-07-28, basic/index.mdx, "_meta": missing fields MUST be rejected with -32602',
      good: [-32602, 'result'],
      goodIn: (revision) => [eraOf(revision) === 'modern' ? -32602 : 'result'],
      tolerated: [-32022],
      text: ({ freshId }) => `{"jsonrpc":"2.0","id":${freshId},"method":"tools/list","params":{}}`,
    },
  ],
);

function initialize(id: string, protocolVersion: string): string {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'by-hand', version: '0' } };
  return `{"jsonrpc":"2.0","id":${id},"method":"initialize","params":${JSON.stringify(params)}}`;
}
