import { describe, expect, it } from 'vitest';
import { searchCatalogue } from './search.ts';

/** A text as people paste it, the entry that is meant, and where the text comes from. */
type Paste = readonly [text: string, vocabulary: string, name: string, source: string];

const HOST_SENTENCES: readonly Paste[] = [
  [
    'Server exited before responding to `initialize` request.',
    'hosts',
    'Server exited before responding to initialize',
    'VS Code, output of a server',
  ],
  ['Failed to reconnect to weather.', 'hosts', 'Failed to reconnect', 'Claude Code, /mcp'],
  ['MCP server failed to start', 'hosts', 'MCP server failed to start', 'hosts at their own start'],
  ['Could not attach to MCP server weather', 'hosts', 'Could not attach to MCP server', 'Claude Desktop'],
  [
    '2026-08-11T09:12:01.331Z [weather] [info] Server transport closed unexpectedly, this is likely due to the process exiting early. If you are developing this MCP server you can add output to stderr',
    'hosts',
    'Server transport closed unexpectedly',
    'Claude Desktop, mcp-server-weather.log',
  ],
  [
    'MCP weather: Server disconnected. For troubleshooting guidance, please visit our debugging documentation',
    'hosts',
    'Server disconnected',
    'Claude Desktop, notice',
  ],
  [
    '2026-08-11 09:12:01.331 [info] listOfferings: Client closed for command',
    'hosts',
    'Client closed',
    'Cursor, MCP log',
  ],
  ['Failed to parse JSONRPC message from server', 'hosts', 'Log line on stdout', 'Python clients in hosts'],
  [
    `SyntaxError: Unexpected token 'L', "Listening on"... is not valid JSON`,
    'hosts',
    'Log line on stdout',
    'V8 JSON.parse, in every TypeScript host',
  ],
  ['No tools, prompts, or resources', 'hosts', 'No tools, prompts, or resources', 'Cursor, settings'],
  [
    'r.content is not iterable',
    'hosts',
    'r.content is not iterable',
    'VS Code 1.110, microsoft/vscode#297669',
  ],
  [
    '[Error: Could not parse tool response]',
    'hosts',
    'Could not parse tool response',
    'Gemini CLI, google-gemini/gemini-cli#6286',
  ],
  [
    'MCP server "weather" connection timed out after 30000ms',
    'hosts',
    'MCP server … connection timed out',
    'Claude Code',
  ],
  [
    'MCP client for `weather` failed to start: request timed out',
    'hosts',
    'MCP client failed to start',
    'Codex CLI',
  ],
  [
    '[info] Waiting for server to respond to `initialize` request...',
    'hosts',
    'Waiting for server to respond to initialize',
    'VS Code, output of a server',
  ],
];

const TYPESCRIPT: readonly Paste[] = [
  [
    'MCP error -32000: Connection closed',
    'typescript-sdk-v1',
    'ErrorCode.ConnectionClosed',
    'sdk 1.32 shared/protocol.js',
  ],
  [
    'McpError: MCP error -32001: Request timed out',
    'typescript-sdk-v1',
    'ErrorCode.RequestTimeout',
    'sdk 1.32 shared/protocol.js',
  ],
  [
    'McpError: MCP error -32001: Maximum total timeout exceeded',
    'typescript-sdk-v1',
    'Maximum total timeout exceeded',
    'sdk 1.32 shared/protocol.js',
  ],
  [
    'MCP error -32602: Tool get_weather not found',
    'typescript-sdk-v1',
    'Tool <x> not found',
    'sdk 1.32 server/mcp.js:154',
  ],
  [
    'MCP error -32602: Input validation error: Invalid arguments for tool get_weather: [\n  {\n    "code": "invalid_type",\n    "expected": "string"',
    'typescript-sdk-v1',
    'Input validation error',
    'sdk 1.32 server/mcp.js:232, with the issues of zod',
  ],
  [
    'MCP error -32602: Output validation error: Tool get_weather has an output schema but no structured content was provided',
    'typescript-sdk-v1',
    'Output validation error',
    'sdk 1.32 server/mcp.js:251',
  ],
  [
    'Tool get_weather has an output schema but no structured content was provided',
    'typescript-sdk-v1',
    'Output validation error',
    'reference/hosts.md',
  ],
  [
    'McpError: MCP error -32600: Tool get_weather has an output schema but did not return structured content',
    'typescript-sdk-v1',
    'Tool <x> has an output schema but did not return structured content',
    'sdk 1.32 client/index.js',
  ],
  [
    "Error: Server's protocol version is not supported: 2099-01-01",
    'typescript-sdk-v1',
    "Server's protocol version is not supported: <v>",
    'sdk 1.32 client/index.js',
  ],
  [
    'Error: Server does not support prompts (required for prompts/list)',
    'typescript-sdk-v1',
    'Server does not support <capability> (required for <method>)',
    'sdk 1.32 client/index.js',
  ],
  [
    'Error: Received a response for an unknown message ID: {"jsonrpc":"2.0","id":7}',
    'typescript-sdk-v1',
    'Received a response for an unknown message ID',
    'sdk 1.32 shared/protocol.js:494',
  ],
  [
    'SSE error: Non-200 status code (405)',
    'typescript-sdk-v1',
    'SSE error: Non-200 status code (<n>)',
    'reference/hosts.md; eventsource 3',
  ],
  [
    'Error: Error POSTing to endpoint (HTTP 404): Not Found',
    'typescript-sdk-v1',
    'Error POSTing to endpoint (HTTP <n>)',
    'sdk 1.32 client/sse.js',
  ],
  [
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}',
    'typescript-sdk-v1',
    'HTTP 400: Bad Request: No valid session ID provided',
    'sdk 1.32 examples/server',
  ],
  [
    'Bad Request: Server not initialized',
    'typescript-sdk-v1',
    'HTTP 400: Bad Request: Server not initialized',
    'sdk 1.32 server/streamableHttp.js',
  ],
  [
    'Not Acceptable: Client must accept both application/json and text/event-stream',
    'typescript-sdk-v1',
    'HTTP 406: Not Acceptable: Client must accept text/event-stream | … both application/json and text/event-stream',
    'sdk 1.32 server/streamableHttp.js',
  ],
  ['ProtocolError: Tool get_weather not found', 'typescript-sdk-v2', 'Tool <x> not found', 'server 2.4'],
  ['SdkError: Request timed out', 'typescript-sdk-v2', 'SdkErrorCode.RequestTimeout', 'client 2.4'],
  [
    'Version negotiation failed: the server gave no modern evidence and this client supports no pre-2026-07-28 protocol version to fall back to',
    'typescript-sdk-v2',
    'SdkErrorCode.EraNegotiationFailed',
    'client 2.4',
  ],
  [
    'Invalid result for tools/call: not an object',
    'typescript-sdk-v2',
    'SdkErrorCode.InvalidResult',
    'client 2.4',
  ],
  [
    'McpError',
    'typescript-sdk-v2',
    'ProtocolError (McpError in 1.x)',
    'the name of SDK 1 leads to its successor',
  ],
  [
    'ErrorCode',
    'typescript-sdk-v2',
    'ProtocolErrorCode and SdkErrorCode (ErrorCode in 1.x)',
    'the name of SDK 1 leads to its successor',
  ],
  [
    'StreamableHTTPError',
    'typescript-sdk-v2',
    'SdkHttpError (StreamableHTTPError in 1.x)',
    'the name of SDK 1 leads to its successor',
  ],
  ['SdkErrorCode.RequestTimeout', 'typescript-sdk-v2', 'SdkErrorCode.RequestTimeout', 'client 2.4'],
];

const PYTHON: readonly Paste[] = [
  [
    'mcp.shared.exceptions.McpError: Connection closed',
    'python-sdk-v1',
    'CONNECTION_CLOSED',
    'mcp 1.30 shared/session.py:451',
  ],
  [
    'mcp.shared.exceptions.McpError: Timed out while waiting for response to ClientRequest. Waited 5.0 seconds.',
    'python-sdk-v1',
    'Request timeout',
    'mcp 1.30 shared/session.py:298',
  ],
  [
    'mcp.shared.exceptions.McpError: Invalid request parameters',
    'python-sdk-v1',
    'Invalid request parameters',
    'mcp 1.30 shared/session.py:390',
  ],
  [
    'WARNING:root:Failed to validate request: Received request before initialization was complete',
    'python-sdk-v1',
    'Received request before initialization was complete',
    'mcp 1.30, stderr of a server',
  ],
  [
    "Error executing tool add: 1 validation error for addArguments\na\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='x', input_type=str]\n    For further information visit https://errors.pydantic.dev/2.14/v/int_parsing",
    'python-sdk-v1',
    'Invalid arguments of a tool (pydantic)',
    'mcp 1.30, measured',
  ],
  [
    "pydantic_core._pydantic_core.ValidationError: 1 validation error for JSONRPCMessage\n  Invalid JSON: expected value at line 1 column 1 [type=json_invalid, input_value='Starting', input_type=str]",
    'python-sdk-v1',
    'Not a message (pydantic)',
    'mcp 1.30 client/stdio',
  ],
  [
    'RuntimeError: Unsupported protocol version from the server: 2099-01-01',
    'python-sdk-v1',
    'Unsupported protocol version from the server: <v>',
    'mcp 1.30 client/session.py:203',
  ],
  [
    'RuntimeError: Tool get_weather has an output schema but did not return structured content',
    'python-sdk-v1',
    'Tool <x> has an output schema but did not return structured content',
    'mcp 1.30 client/session.py',
  ],
  [
    '  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)',
    'python-sdk-v1',
    'unhandled errors in a TaskGroup',
    'anyio',
  ],
  [
    "Input validation error: 'a' is a required property",
    'python-sdk-v1',
    'Input validation error: <jsonschema msg>',
    'mcp 1.30 server/lowlevel/server.py:538',
  ],
  [
    'mcp.shared.exceptions.MCPError: Method not found',
    'python-sdk-v2',
    'METHOD_NOT_FOUND',
    'mcp 2.3 server/runner.py:210',
  ],
  [
    'mcp.shared.exceptions.MCPError: Unknown resource: x://zz',
    'python-sdk-v2',
    'INVALID_PARAMS',
    'mcp 2.3, measured',
  ],
  [
    'connection is serving the 2026-07-28 protocol; the initialize handshake is not accepted',
    'python-sdk-v2',
    'UNSUPPORTED_PROTOCOL_VERSION',
    'mcp 2.3, measured',
  ],
  [
    "Error calling tool 'add': unlucky",
    'fastmcp-python',
    "Error calling tool 'x': <e>",
    'fastmcp 4.1, measured',
  ],
  [
    '1 validation error for call[add]\na\n  Input should be a valid integer',
    'fastmcp-python',
    'Invalid arguments of a call (pydantic)',
    'fastmcp 4.1, measured',
  ],
  [
    "fastmcp.exceptions.ToolError: Unknown tool: 'nope'",
    'fastmcp-python',
    "Unknown tool: 'x'",
    'fastmcp 4.1 client',
  ],
];

const GO_AND_RUST: readonly Paste[] = [
  ['calling "tools/call": unknown tool "nope"', 'go-sdk', 'invalid params', 'go-sdk 1.8 mcp/server.go:1010'],
  [
    'connection closed: calling "initialize": EOF',
    'go-sdk',
    'connection closed: calling "<method>"',
    'go-sdk 1.8 mcp/transport.go',
  ],
  [
    'calling "initialize": method not found: "nope/nope"',
    'go-sdk',
    'method not found',
    'go-sdk 1.8, measured',
  ],
  [
    'method "tools/list" is invalid during session initialization',
    'go-sdk',
    '(un-coded Go error)',
    'go-sdk 1.8, measured',
  ],
  [
    'validating "arguments": validating root: validating /properties/a: type: x has type "string", want "integer"',
    'go-sdk',
    'validating "arguments": …',
    'go-sdk 1.8, measured',
  ],
  ["tool 'nope' not found: tool not found", 'mcp-go', 'INVALID_PARAMS', 'mcp-go 1.2, measured'],
  [
    "handler not found for resource URI 'x://zz': resource not found",
    'mcp-go',
    'RESOURCE_NOT_FOUND',
    'mcp-go 1.2, measured',
  ],
  ['Method nope/nope not found', 'mcp-go', 'METHOD_NOT_FOUND', 'mcp-go 1.2, measured'],
  ['Error: Mcp error: -32602: tool not found', 'rust-rmcp', 'INVALID_PARAMS', 'rmcp 3.11 service.rs:80'],
  ['Error: Transport closed', 'rust-rmcp', 'Transport closed', 'rmcp 3.11 service.rs:84'],
  [
    'expect initialized response, but received: None',
    'rust-rmcp',
    'expect initialized response',
    'rmcp 3.11 service/client.rs:78',
  ],
  [
    'failed to deserialize parameters: missing field `a`',
    'rust-rmcp',
    'failed to deserialize parameters: <serde>',
    'rmcp 3.11 handler/server/tool.rs',
  ],
];

const JVM_AND_NET: readonly Paste[] = [
  [
    'io.modelcontextprotocol.spec.McpError: Unknown tool: invalid_tool_name',
    'java-sdk',
    'INVALID_PARAMS',
    'java-sdk 2.1 McpAsyncServer.java:558',
  ],
  [
    "java.util.concurrent.TimeoutException: Did not observe any item or terminal signal within 20000ms in 'source(MonoCreate)' (and no fallback has been configured)",
    'java-sdk',
    'TimeoutException: Did not observe any item',
    'reactor-core, in java-sdk 2.1',
  ],
  [
    'java.lang.RuntimeException: Client failed to initialize by explicit API call',
    'java-sdk',
    'Client failed to initialize <action>',
    'java-sdk 2.1 LifecycleInitializer.java:287',
  ],
  [
    'java.lang.RuntimeException: Failed to start process with command: [npx, -y, weather]',
    'java-sdk',
    'Failed to start process with command',
    'java-sdk 2.1 StdioClientTransport.java:155',
  ],
  [
    'Tool (add) input validation failed: $.a: string found, integer expected',
    'java-sdk',
    'Tool (x) input validation failed: …',
    'java-sdk 2.1 ToolInputValidator.java:45',
  ],
  [
    'io.modelcontextprotocol.spec.McpTransportSessionNotFoundException: Session not found for session ID',
    'java-sdk',
    'MCP session with server terminated',
    'java-sdk 2.1',
  ],
  [
    'io.modelcontextprotocol.kotlin.sdk.types.McpException: MCP error -32000: Connection closed',
    'kotlin-sdk',
    'CONNECTION_CLOSED',
    'kotlin-sdk Protocol.kt:445',
  ],
  [
    "ModelContextProtocol.McpProtocolException: Request failed (remote): Unknown tool: 'nope'",
    'csharp-sdk',
    'McpErrorCode.InvalidParams',
    'csharp-sdk McpServerImpl.cs:1560',
  ],
  [
    "ModelContextProtocol.McpProtocolException: Request failed (remote): Method 'nope/nope' is not available.",
    'csharp-sdk',
    'McpErrorCode.MethodNotFound',
    'csharp-sdk McpSessionHandler.cs:532',
  ],
  [
    'System.IO.IOException: MCP server process exited unexpectedly (exit code: 1)',
    'csharp-sdk',
    'MCP server process exited unexpectedly',
    'csharp-sdk StdioClientTransport',
  ],
  [
    'System.TimeoutException: Initialization timed out',
    'csharp-sdk',
    'Initialization timed out',
    'csharp-sdk McpClientImpl.cs:491',
  ],
  [
    "An error occurred invoking 'add'.",
    'csharp-sdk',
    "An error occurred invoking 'x'.",
    'csharp-sdk McpServerImpl.cs:1729',
  ],
];

const ELIXIR: readonly Paste[] = [
  [
    '{:error, #MCP.Error<method_not_found: Method not found %{"method" => "catalogue/export"}>}',
    'hermes',
    ':method_not_found',
    'hermes 0.14.1 error.ex, log of its client',
  ],
  [
    '#MCP.Error<request_timeout: Request Timeout %{message: "Request timed out after 1201ms"}>',
    'hermes',
    ':request_timeout',
    'hermes 0.14.1, log of its client',
  ],
  [
    '** (BadMapError) expected a map, got: nil',
    'hermes',
    'BadMapError on every line',
    'hermes 0.14.1, stderr',
  ],
  ['** (stop) {:error, :eof}', 'hermes', ':eof', 'hermes 0.12.0, stderr'],
  [
    'year: should be greater then or equal to 1450',
    'hermes',
    'Tool parameter validation',
    'peri 0.6 in hermes 0.12.0',
  ],
  [
    '{"error":{"code":-32603,"data":{"message":"Tool execution crashed"},"message":"Internal error"},"id":3,"jsonrpc":"2.0"}',
    'anubis',
    'Tool execution crashed',
    'anubis 2.0.0 scheduler.ex:90',
  ],
];

const PROCESSES: readonly Paste[] = [
  ['MCP server process exited with code 137', 'processes', 'exit code 137', 'Bash manual, Exit Status'],
  ['Process exited with code 1', 'processes', 'exit code 1', 'Node.js process.exit codes'],
  ['exit status 127', 'processes', 'exit code 127', 'Bash manual, Exit Status'],
  ['exit code: 143', 'processes', 'exit code 143', 'Bash manual, Exit Status'],
  ['exit status 2', 'processes', 'exit code 2', 'os/exec of Go; argparse'],
  ['SIGKILL', 'processes', 'SIGKILL', 'signal(7)'],
  ['signal: SIGTERM', 'processes', 'SIGTERM', 'signal(7)'],
  ['Segmentation fault (core dumped)', 'processes', 'SIGSEGV', 'signal(7)'],
  [
    "Error: Cannot find module '/srv/app/dist/index.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)\n  code: 'MODULE_NOT_FOUND'",
    'processes',
    'Cannot find module',
    'Node.js errors',
  ],
  ['MODULE_NOT_FOUND', 'processes', 'Cannot find module', 'Node.js errors'],
  ["ModuleNotFoundError: No module named 'mcp'", 'processes', 'No module named', 'Python exceptions'],
  ['/usr/bin/python3: No module named weather_server', 'processes', 'No module named', 'Python, -m'],
  ['Error: spawn uvx ENOENT', 'processes', 'command not found (ENOENT)', 'Node.js child_process'],
  [
    "FileNotFoundError: [Errno 2] No such file or directory: 'uvx'",
    'processes',
    'command not found (ENOENT)',
    'Python subprocess',
  ],
  [
    'exec: "uvx": executable file not found in $PATH',
    'processes',
    'command not found (ENOENT)',
    'Go os/exec',
  ],
  [
    'Error: spawn /srv/app/server EACCES',
    'processes',
    'command may not run (EACCES)',
    'Node.js child_process',
  ],
  ['Error: write EPIPE', 'processes', 'write to a process that has gone (EPIPE)', 'Node.js net'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'processes', 'connection refused (ECONNREFUSED)', 'Node.js net'],
  [
    'npm error 404 Not Found - GET https://registry.npmjs.org/weather-mcp-server',
    'processes',
    'npm cannot find the package',
    'npm exec',
  ],
  [
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'processes',
    'heap out of memory',
    'V8',
  ],
];

const HTTP_AND_OURS: readonly Paste[] = [
  ['HTTP 401 Unauthorized', 'mcp-spec', 'Unauthorized', 'authorization.mdx'],
  ['405 Method Not Allowed', 'mcp-spec', 'Method Not Allowed', 'transports.mdx'],
  ['Request failed with status code 429', 'mcp-spec', 'Too Many Requests', 'RFC 6585, as axios words it'],
  [
    'HTTP 404: Session not found',
    'typescript-sdk-v1',
    'HTTP 404: Session not found',
    'sdk 1.32 server/streamableHttp.js',
  ],
  ['retry safe', 'mcp-spec', 'Is a retry safe?', 'schema.ts, ToolAnnotations'],
  ['retry-safe', 'mcp-spec', 'Is a retry safe?', 'schema.ts, ToolAnnotations'],
  ['A line that is no message', 'tierscope', 'non-JSON line on stdout', 'our own sentence'],
  ['The server exited with code 1', 'tierscope', 'server exited (code/signal)', 'our own sentence'],
  ['no answer in 5000 ms', 'tierscope', 'no response', 'our own sentence'],
];

const PASTES = [
  ...HOST_SENTENCES,
  ...TYPESCRIPT,
  ...PYTHON,
  ...GO_AND_RUST,
  ...JVM_AND_NET,
  ...ELIXIR,
  ...PROCESSES,
  ...HTTP_AND_OURS,
];

describe('what people paste', () => {
  it('is tried with a hundred texts', () => {
    expect(PASTES.length).toBeGreaterThanOrEqual(100);
  });

  it.each(PASTES)('%s leads to %s: %s', (text, vocabulary, name) => {
    const [first] = searchCatalogue(text);
    expect(`${first?.entry.vocabulary}: ${first?.entry.name}`).toBe(`${vocabulary}: ${name}`);
  });
});
