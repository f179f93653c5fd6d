import { draft07, err, hinted, isError, type Talk, titled, tools } from './talk.ts';

/** Frames as each SDK writes them, measured or from its source. */
export const SPEAKERS: readonly (readonly [string[], string, (talk: Talk) => Talk])[] = [
  [
    ['typescript-sdk-v1'],
    'an unknown tool',
    (t) => t.unknownTool(isError('MCP error -32602: Tool nope not found')),
  ],
  [
    ['typescript-sdk-v1'],
    'only what every session has',
    (t) =>
      t
        .ask('tools/list', {}, tools({ inputSchema: draft07, execution: { taskSupport: 'forbidden' } }))
        .ask('ping', {}, '{"result":{},"jsonrpc":"2.0","id":2}'),
  ],
  [['typescript-sdk-v2'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'Tool nope not found'))],
  [
    ['typescript-sdk-v2'],
    'bad arguments',
    (t) =>
      t.call(
        isError('Input validation error: Invalid arguments for tool add: a: Invalid input, b: Required'),
      ),
  ],
  [
    ['typescript-sdk-v2'],
    'a discovery and a missing resource',
    (t) =>
      t
        .ask(
          'server/discover',
          {},
          JSON.stringify({
            result: {
              supportedVersions: ['2026-07-28'],
              capabilities: {},
              resultType: 'complete',
              ttlMs: 0,
              cacheScope: 'private',
              _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
            },
            jsonrpc: '2.0',
            id: 1,
          }),
        )
        .unknownResource(err(-32602, 'Resource not found: x://y', { uri: 'x://y' })),
  ],
  [
    ['mcp-ts-core'],
    'a structured error whose hint the text repeats',
    (t) => t.call(isError('Error: gone\n\nRecovery: List the notes.', hinted)),
  ],
  [
    ['typescript-sdk-v1', 'mcp-ts-core'],
    'a structured error and a rejected call',
    (t) =>
      t
        .call(isError('Error: gone\n\nRecovery: List the notes.', hinted))
        .unknownTool(isError('MCP error -32602: Tool nope not found')),
  ],
  [['mcp-ts-core'], 'a step in its log', (t) => t.log('{"level":50,"operation":"HandleToolRequest"}')],
  [
    ['hermes'],
    'an older revision than it was asked for, and an unknown tool',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-06-18' }, { result: { protocolVersion: '2025-03-26' } })
        .unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    ['hermes'],
    'a crash on stderr',
    (t) => t.log('    (hermes_mcp 0.12.0) lib/hermes/server/base.ex:157: Hermes.Server.Base.handle_call/3'),
  ],
  [
    ['hermes'],
    'its log on stdout',
    (t) => t.server('10:00:00.000 [error] GenServer {Hermes.Server.Registry, {:server, A}} terminating'),
  ],
  [
    ['anubis'],
    'a request before the handshake',
    (t) => t.ask('tools/list', {}, titled(1, -32600, 'Invalid Request', 'Server not initialized')),
  ],
  [
    ['anubis'],
    'a crash of a tool',
    (t) => t.call(titled(1, -32603, 'Internal error', 'Tool execution crashed')),
  ],
  [
    ['anubis'],
    'a new revision, and an unknown tool',
    (t) =>
      t
        .ask('initialize', { protocolVersion: '2025-11-25' }, { result: { protocolVersion: '2025-11-25' } })
        .unknownTool(titled(2, -32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [['anubis'], 'a crash on stderr', (t) => t.log('    (anubis_mcp 2.0.0) lib/anubis/server/session.ex:640')],
  [
    ['hermes'],
    'an answer under its own id',
    (t) => t.server(JSON.stringify({ ...err(-32600, 'Invalid Request'), id: 'err_Gx1-_=', jsonrpc: '2.0' })),
  ],
  [
    ['python-sdk-v1'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32602, 'Invalid request parameters', '')),
  ],
  [
    ['python-sdk-v1'],
    'bad arguments',
    (t) => t.call(isError("Input validation error: 'a' is a required property")),
  ],
  [
    ['python-sdk-v2'],
    'an unknown method and a failed tool',
    (t) =>
      t
        .unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist'))
        .ask('resources/read', {}, err(-32602, 'Invalid request parameters', '')),
  ],
  [
    ['python-sdk-v1'],
    'its handshake and its tools',
    (t) =>
      t
        .ask(
          'initialize',
          {},
          { result: { capabilities: { experimental: {}, tools: { listChanged: false } } } },
        )
        .ask('tools/list', {}, tools({ inputSchema: { type: 'object', title: 'addArguments' } })),
  ],
  [
    ['python-sdk-v2'],
    'a missing resource',
    (t) => t.unknownResource(err(-32602, 'Unknown resource: x://y', { uri: 'x://y' })),
  ],
  [['python-sdk-v2'], 'a tool that raised', (t) => t.call(isError('Error executing tool add'))],
  [
    ['python-sdk-v2'],
    'a traceback',
    (t) =>
      t.log('  File "/srv/app/lib/python3.11/site-packages/mcp/server/runner.py", line 747, in on_request'),
  ],
  [
    ['python-sdk-v2'],
    'a discovery',
    (t) =>
      t.ask(
        'server/discover',
        {},
        {
          result: {
            _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
            ttlMs: 0,
            cacheScope: 'private',
            supportedVersions: ['2026-07-28'],
            capabilities: {},
            resultType: 'complete',
          },
        },
      ),
  ],
  [
    ['python-sdk-v1'],
    'its log',
    (t) => t.log('WARNING:root:Failed to validate request: 31 validation errors'),
  ],
  [
    ['python-sdk-v1'],
    'its logger',
    (t) =>
      t.server({
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'error', logger: 'mcp.server.exception_handler', data: 'Internal Server Error' },
      }),
  ],
  [['fastmcp-python'], 'its banner', (t) => t.log('│           FastMCP 4.1.2           │')],
  [['fastmcp-python'], 'rejected arguments', (t) => t.call(isError('1 validation error for call[add]\na\n'))],
  [['fastmcp-python'], 'a failed tool', (t) => t.call(isError("Error calling tool 'add': boom"))],
  [['fastmcp-python'], 'an unknown tool', (t) => t.unknownTool(isError("Unknown tool: 'nope'"))],
  [
    ['go-sdk'],
    'a method that it does not handle',
    (t) => t.unknownMethod(err(0, 'JSON RPC not handled: "inspector/doesNotExist" unsupported')),
  ],
  [
    ['go-sdk'],
    'params as a list',
    (t) =>
      t.call(
        err(
          -32602,
          'handling \'tools/call\': invalid params: unmarshaling "[1]" into a *mcp.CallToolParamsRaw: json: cannot unmarshal "[1]" into Go value',
        ),
      ),
  ],
  [
    ['go-sdk'],
    'params that it cannot read',
    (t) =>
      t.call(err(0, 'unmarshaling params: json: cannot unmarshal array into Go value of type mcp.Params')),
  ],
  [
    ['mcp-go'],
    'params as a list',
    (t) => t.call(err(-32600, 'unparsable tools/call request: json: cannot unmarshal array into Go value')),
  ],
  [['python-sdk-v1'], 'a cancelled call', (t) => t.call(err(0, 'Request cancelled'))],
  [
    ['python-sdk-v2'],
    'a resource that cannot be read',
    (t) => t.unknownResource(err(-32603, 'Error reading resource x://y', { uri: 'x://y' })),
  ],
  [
    ['python-sdk-v2'],
    'a discovery by its own class of servers',
    (t) =>
      t.ask(
        'server/discover',
        {},
        {
          result: {
            cacheScope: 'private',
            capabilities: {},
            resultType: 'complete',
            supportedVersions: ['2026-07-28'],
            ttlMs: 0,
            _meta: {},
          },
        },
      ),
  ],
  [
    ['rust-rmcp'],
    'an unknown prompt',
    (t) => t.unknownPrompt(err(-32602, "prompt 'nope' not found", { available_prompts: ['plan'] })),
  ],
  [
    ['rust-rmcp'],
    'a request before the handshake',
    (t) =>
      t.ask(
        'tools/list',
        {},
        err(
          -32602,
          'request _meta is missing or has malformed required fields: io.modelcontextprotocol/protocolVersion',
        ),
      ),
  ],
  [
    ['rust-rmcp'],
    'the end at a request that came early',
    (t) =>
      t.log(
        'Error: expect initialized notification, but received: Some(Request(JsonRpcRequest { jsonrpc: JsonRpcVersion2_0 }))',
      ),
  ],
  [
    ['java-sdk'],
    'an unknown prompt',
    (t) => t.unknownPrompt(err(-32602, 'Invalid prompt name', 'Prompt not found: nope')),
  ],
  [
    ['java-sdk'],
    'params as a list',
    (t) =>
      t.call(
        err(
          -32603,
          'tools.jackson.databind.exc.MismatchedInputException: Cannot deserialize value of type `io.modelcontextprotocol.spec.McpSchema$CallToolRequest` from Array value',
        ),
      ),
  ],
  [
    ['kotlin-sdk'],
    'the order of its members, and its logger',
    (t) =>
      t
        .log('kotlin-logging: initializing... active logger factory: Slf4jLoggerFactory')
        .ask('ping', {}, '{"id":1,"result":{},"jsonrpc":"2.0"}'),
  ],
  [
    ['csharp-sdk'],
    'quotes as .NET escapes them',
    (t) => t.call('{"result":{"content":[{"type":"text","text":"\\u0022a\\u0022"}]},"id":1,"jsonrpc":"2.0"}'),
  ],
  [['go-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'unknown tool "nope"'))],
  [
    ['go-sdk'],
    'a request before the handshake',
    (t) => t.ask('tools/list', {}, err(0, 'method "tools/list" is invalid during session initialization')),
  ],
  [
    ['go-sdk'],
    'a panic',
    (t) => t.log('github.com/modelcontextprotocol/go-sdk/mcp.(*Server).callTool(0xc000)'),
  ],
  [
    ['mcp-go'],
    'a panic',
    (t) => t.log('github.com/mark3labs/mcp-go/server.(*MCPServer).handleToolCall(0xc000)'),
  ],
  [
    ['mcp-go'],
    'an unknown prompt',
    (t) => t.unknownPrompt(err(-32602, "prompt 'nope' not found: prompt not found")),
  ],
  [['rust-rmcp'], 'its log', (t) => t.log(' INFO rmcp::handler::server: client initialized')],
  [
    ['java-sdk'],
    'its log',
    (t) => t.log('INFO io.modelcontextprotocol.server.McpAsyncServer - Client initialize'),
  ],
  [['java-sdk'], 'an exception of a tool', (t) => t.call(err(-32603, 'boom', 'IllegalStateException: boom'))],
  [['kotlin-sdk'], 'its log', (t) => t.log('WARN io.modelcontextprotocol.kotlin.sdk.server.Server - gone')],
  [
    ['csharp-sdk'],
    'its log',
    (t) => t.log('info: ModelContextProtocol.Server.StdioServerTransport[8572508]'),
  ],
  [['php-sdk'], 'its log', (t) => t.log('#0 /srv/app/vendor/mcp/sdk/src/Server/Protocol.php(88)')],
  [['ruby-sdk'], 'its log', (t) => t.log("/srv/app/gems/mcp-1.3.0/lib/mcp/server.rb:88:in `call'")],
  [['fastmcp-typescript'], 'its log', (t) => t.log('[FastMCP warning] could not infer client capabilities')],
  [
    ['typescript-sdk-v1'],
    'a stack',
    (t) =>
      t.log('    at file:///srv/app/node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js:105:43'),
  ],
  [
    ['typescript-sdk-v2'],
    'a stack',
    (t) => t.log('    at file:///srv/app/node_modules/@modelcontextprotocol/server/dist/index.mjs:105:43'),
  ],
  [['mcp-go'], 'an unknown tool', (t) => t.unknownTool(err(-32602, "tool 'nope' not found: tool not found"))],
  [['rust-rmcp'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'tool not found'))],
  [
    ['rust-rmcp'],
    'bad arguments',
    (t) => t.call(isError('failed to deserialize parameters: missing field `a`')),
  ],
  [['csharp-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, "Unknown tool: 'nope'"))],
  [['csharp-sdk'], 'a failed tool', (t) => t.call(isError("An error occurred invoking 'add'."))],
  [
    ['java-sdk'],
    'an unknown tool',
    (t) => t.unknownTool(err(-32602, 'Unknown tool: invalid_tool_name', 'Tool not found: nope')),
  ],
  [
    ['kotlin-sdk'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32601, 'Server does not support inspector/doesNotExist')),
  ],
  [
    ['swift-sdk'],
    'an unknown method',
    (t) => t.unknownMethod(err(-32601, 'Method not found: Unknown method: inspector/doesNotExist')),
  ],
  [['php-sdk'], 'an unknown tool', (t) => t.unknownTool(err(-32602, 'Tool not found: "nope".'))],
  [
    ['php-sdk'],
    'bad arguments',
    (t) =>
      t.call(err(-32602, "Invalid parameters for tool 'add': a is required", { validation_errors: [{}] })),
  ],
  [
    ['ruby-sdk'],
    'an unknown tool',
    (t) => t.unknownTool(err(-32602, 'Invalid params', 'Tool not found: nope')),
  ],
  [
    ['ruby-sdk'],
    'an unknown tool and method',
    (t) =>
      t
        .unknownTool(err(-32602, 'Invalid params', 'Tool not found: nope'))
        .unknownMethod(err(-32601, 'Method not found', 'inspector/doesNotExist')),
  ],
  [
    ['typescript-sdk-v1', 'fastmcp-typescript'],
    'an unknown tool and a failed one',
    (t) =>
      t
        .unknownTool(err(-32601, 'MCP error -32601: Unknown tool: nope'))
        .call(isError("Tool 'add' execution failed: boom")),
  ],
  [['fastmcp-typescript'], 'a failed tool', (t) => t.call(isError("Tool 'add' execution failed: boom"))],
];
