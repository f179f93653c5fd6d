import { hostFile, type SampleFile } from './host-file.ts';

/** Logs of command lines, desktop programs and gateways. */
export const PROGRAM_FILES: readonly SampleFile[] = [
  hostFile(
    'openai/codex#36685',
    'codex-log',
    `
2026-08-03T07:11:02.463219Z  INFO codex_core::mcp_connection_manager: starting MCP servers
2026-08-03T07:11:03.120771Z ERROR codex_core::codex: MCP client for \`graph\` failed to start: MCP startup failed: handshaking with MCP server failed: connection closed: initialize response
2026-08-03T07:12:10.001100Z  WARN rmcp::service::client: Received unexpected message Error(JsonRpcError { jsonrpc: JsonRpcVersion2_0, id: Number(0), error: ErrorData { code: ErrorCode(-32001), message: "The session token has expired.", data: None } })
`,
    [
      ['graph', 'transport', /closed/],
      ['s1', 'protocol', /token has expired/],
    ],
    { acts: ['user'] },
  ),
  hostFile(
    'openai/codex#11851',
    'codex-log',
    `
⚠ MCP client for \`pages\` timed out after 10 seconds. Add or adjust \`startup_timeout_sec\` in your config.toml:
  [mcp_servers.pages]
⚠ MCP startup incomplete (failed: pages)
`,
    [['pages', 'client', /timed out after 10 seconds/]],
  ),
  hostFile(
    't8y2/dbx#1690',
    'codex-log',
    `
2026-06-24T02:33:13.356060Z ERROR codex_core::session: Failed to create session: required MCP servers failed to initialize: base: handshaking with MCP server failed: connection closed: initialize response
`,
    [['base', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'google-gemini/gemini-cli#13446',
    'gemini-log',
    `
✕ Error during discovery for server 'guard': Connection failed for 'guard': MCP error -32000: Connection closed

✕ Error during discovery for server 'fruit': Connection failed for 'fruit': MCP error -32000: Connection closed
`,
    [
      ['guard', 'transport', /closed/],
      ['fruit', 'transport', /closed/],
    ],
    { acts: ['user'] },
  ),
  hostFile(
    'semgrep/mcp#180',
    'gemini-log',
    `
[DEBUG] [MCP STDERR (scanner)]:  × No solution found when resolving tool dependencies:
  ╰─▶ Because scaner-mcp was not found in the package registry, the requirements are unsatisfiable.
Error during discovery for server 'scanner': MCP error -32000: Connection closed
`,
    [['scanner', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'spences10/mcp-svelte-docs#50',
    'gemini-log',
    `
✖ MCP ERROR (pages): SyntaxError: Unexpected token 'L', "Loaded 65 "... is not valid JSON
✖ Error during discovery for server 'pages': No prompts or tools found on the server.
`,
    [
      ['pages', 'transport', /stdout/],
      ['pages', 'transport', /No prompts or tools/],
    ],
    { findings: ['E11'] },
  ),
  hostFile(
    'github/copilot-cli#4811',
    'copilot-log',
    `
Failed to connect to MCP server "own": MCP server "own" connection was cancelled. Execute '/mcp show own' to inspect or check the logs
`,
    [['own', 'transport', /cancelled/]],
    { acts: ['user'] },
  ),
  hostFile(
    'danny-avila/LibreChat#10906',
    'librechat-log',
    `
2025-12-11 12:22:38 info: [MCP][answers] Creating streamable-http transport: https://answers.example.com
2025-12-11 12:22:38 error: [MCP][answers] Transport error: Error POSTing to endpoint (HTTP 401): {"title":"Unauthorized","status":401}
2025-12-11 12:22:38 error: [MCP][answers] Connection failed: Error POSTing to endpoint (HTTP 401): {"title":"Unauthorized","status":401}
`,
    [['answers', 'transport', /auth/]],
  ),
  hostFile(
    'mario-andreschak/mcp-veo2#4',
    'librechat-log',
    `
2025-05-16T09:36:59.145Z info: [MCP][film] Creating SSE transport: http://192.0.2.1:3000/sse
2025-05-16T09:36:59.165Z debug: [MCP][film] Transport sending: {"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"librechat-m... [truncated]
2025-05-16T09:36:59.187Z error: [MCP][film] Connection failed: Error POSTing to endpoint (HTTP 400): InternalServerError: stream is not readable
`,
    [['film', 'transport', /./]],
  ),
  hostFile(
    'anomalyco/opencode#1460',
    'opencode-log',
    `
INFO  2025-07-31T09:47:46 +1ms service=bus type=session.error publishing
ERROR 2025-07-31T09:47:46 +1ms service=tui message=MCP server books failed to start name=UnknownError Server error
ERROR 2025-07-31T09:47:46 +0ms service=mcp key=finder command=["npx","-y","finder-mcp"] cwd=/srv error=MCP error -32000: Connection closed local mcp startup failed
`,
    [
      ['books', 'transport', /Server error|connection/],
      ['finder', 'transport', /closed/],
    ],
    { acts: ['user'] },
  ),
  hostFile(
    'lmstudio-ai/lmstudio-bug-tracker#1231',
    'lm-studio-log',
    `
2025-11-14 15:50:50  [INFO]
 [Plugin(mcp/think)] stdout: [Tools Prvdr.] Register with LM Studio
2025-11-14 15:50:50 [ERROR]
 [Plugin(mcp/think)] stderr: [11/14/25 15:50:50] INFO     Processing request of type            server.py:674
                             ListToolsRequest
`,
    [],
  ),
  hostFile(
    'agentgateway/agentgateway#3439',
    'agentgateway-log',
    `
2026-09-11T09:50:06.554918Z	info	request gateway=ns/proxy listener=http route=ns/example-mcp src.addr=192.0.2.1:50796 http.method=POST http.host=gate.example.com http.path=/example-mcp http.version=HTTP/1.1 http.status=400 protocol=mcp duration=0ms
`,
    [['ns/example-mcp', 'transport', /./]],
  ),
  hostFile(
    'punkpeye/mcp-remote#43',
    'mcp-remote-log',
    `
[74609] Using automatically selected callback port: 3333
[74609] Connecting to server...
[74609] Connection error: SseError: SSE error: TypeError: fetch failed: getaddrinfo ENOTFOUND far.example.com
`,
    [['s1', 'transport', /network/]],
    { acts: ['user'] },
  ),
  hostFile(
    'shadcnblocks/kibo#163',
    'mcp-remote-log',
    `
[34592] Using automatically selected callback port: 44661
[34592] [34592] Connecting to remote server: https://kit.example.com/api/mcp
[34592] Using transport strategy: http-first
[34592] Received error: Error POSTing to endpoint (HTTP 404): Not found
[34592] Recursively reconnecting for reason: falling-back-to-alternate-transport
[34592] [34592] Connecting to remote server: https://kit.example.com/api/mcp
[34592] Using transport strategy: sse-only
[34592] Connection error: SseError: SSE error: Non-200 status code (404)
`,
    [['s1', 'transport', /./]],
  ),
  hostFile(
    'punkpeye/mcp-remote#196',
    'mcp-remote-log',
    `
[81278] Using existing client port: 5598
[81278] [81278] Connecting to remote server: https://tracker.example.com/v1/sse
[81278] Received error: Error POSTing to endpoint (HTTP 404): Missing sessionId parameter
[81278] Recursively reconnecting for reason: falling-back-to-alternate-transport
[81278] Connected to remote server using SSEClientTransport
[81278] Proxy established successfully between local STDIO and remote SSEClientTransport
`,
    [],
  ),
  hostFile(
    'aaif-goose/goose#12266',
    'goose-log',
    `
Failed to load extension broken: failed to initialize MCP client: Send message error Transport [rmcp::transport::worker::WorkerTransport<x>] error: ConnectionRefused
`,
    [['broken', 'transport', /network|refused/i]],
  ),
  hostFile(
    'aaif-goose/goose#3030',
    'goose-log',
    `
Error activating extension: Failed to add extension configuration, error: Initialization(Stdio { name: "calendar", cmd: "uvx", args: ["cal-mcp@latest"], envs: Envs { map: {} }, env_keys: [], timeout: Some(300) }, McpServerError { method: "initialize", server: "", source: ServerBoxError(ChannelClosed) })
`,
    [['calendar', 'transport', /./]],
    { acts: ['user'] },
  ),
];
