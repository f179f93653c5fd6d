import { hostFile, type SampleFile } from './host-file.ts';

const DISCONNECTED =
  'Server disconnected. For troubleshooting guidance, please visit our [debugging documentation](https://modelcontextprotocol.io/docs/tools/debugging)';
const UNEXPECTED =
  "Server transport closed unexpectedly, this is likely due to the process exiting early. If you are developing this MCP server you can add output to stderr (i.e. `console.error('...')` in JavaScript, `print('...', file=sys.stderr)` in python) and it will appear in this log.";
const INITIALIZE =
  '{"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"claude-ai","version":"0.1.0"}},"jsonrpc":"2.0","id":0}';

/** Fifteen held-out files: no grammar was written from them. */
export const KEPT_FILES: readonly SampleFile[] = [
  hostFile(
    'smart-mcp-proxy/mcpproxy-go#38',
    'cursor-log',
    `
2025-08-04 10:40:12.671 [error] No server info found
2025-08-04 10:40:14.682 [info] Handling CreateClient action
2025-08-04 10:40:14.683 [info] Creating streamableHttp transport
2025-08-04 10:40:14.683 [info] Connecting to streamableHttp server
2025-08-04 10:40:14.694 [error] Client error for command fetch failed
2025-08-04 10:40:14.694 [info] Client closed for command
2025-08-04 10:40:14.695 [error] Error connecting to streamableHttp server, falling back to SSE: fetch failed
2025-08-04 10:40:14.695 [info] Connecting to SSE server
2025-08-04 10:40:14.697 [error] Client error for command SSE error: TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:8080, connect ECONNREFUSED ::1:8080
2025-08-04 10:40:14.698 [error] Error connecting to SSE server after fallback: SSE error: TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:8080, connect ECONNREFUSED ::1:8080
2025-08-04 10:40:14.698 [info] Client closed for command
`,
    [['s1', 'transport', /network/]],
  ),
  hostFile(
    'cursor/cursor#3722',
    'cursor-log',
    `
2025-10-28 16:20:29.656 [info] Handling DeleteClient action
2025-10-28 16:20:29.994 [info] Handling CreateClient action
2025-10-28 16:20:29.994 [info] Creating streamableHttp transport
2025-10-28 16:20:29.994 [info] Connecting to streamableHttp server
2025-10-28 16:20:36.168 [error] Client error for command Token is not active
2025-10-28 16:20:36.169 [info] Client closed for command
2025-10-28 16:20:36.169 [error] Error connecting to streamableHttp server, falling back to SSE: Token is not active
2025-10-28 16:20:36.169 [info] Connecting to SSE server
2025-10-28 16:20:41.964 [error] Client error for command Token is not active
2025-10-28 16:20:41.964 [error] Error connecting to SSE server after fallback: Token is not active
2025-10-28 16:20:41.964 [info] Client closed for command
2025-10-28 16:20:41.987 [error] No server info found
`,
    [['s1', 'transport', /./]],
    { acts: ['user', 'none', 'operator', 'client'] },
  ),
  hostFile(
    'benborla/mcp-server-mysql#111',
    'cursor-log',
    `
2026-02-10 09:28:49.941 [info] Creating streamableHttp transport
2026-02-10 09:28:49.942 [info] Connecting to streamableHttp server
2026-02-10 09:29:49.947 [info] Client closed for command
2026-02-10 09:29:49.951 [warning] Error connecting to streamableHttp server, falling back to SSE: MCP error -32001: Request timed out
2026-02-10 09:29:49.951 [info] Connecting to SSE server
2026-02-10 09:29:49.952 [error] Client error for command This operation was aborted
2026-02-10 09:29:49.962 [error] Error connecting to SSE server after fallback: This operation was aborted
`,
    [['s1', 'client', /timed out/i]],
  ),
  hostFile(
    'kentcdodds/kentcdodds.com#575',
    'cursor-log',
    `
2025-12-04 09:29:32.450 [info] Handling CreateClient action
2025-12-04 09:29:32.450 [info] Creating streamableHttp transport
2025-12-04 09:29:32.450 [info] Connecting to streamableHttp server
2025-12-04 09:29:32.784 [info] Successfully connected to streamableHttp server
2025-12-04 09:29:32.784 [info] CreateClient completed, server stored: true
2025-12-04 09:29:32.802 [info] Connected to streamableHttp server, fetching offerings
2025-12-04 09:29:32.895 [error] Client error for command Streamable HTTP error: Failed to open SSE stream: Bad Request
2025-12-04 09:29:32.906 [info] Found 9 tools, 0 prompts, and 0 resources
`,
    [],
  ),
  hostFile(
    'phact/mcp-google-docs#4',
    'claude-desktop-log',
    `
2025-04-11T10:22:14.478Z [papers] [info] Initializing server...
2025-04-11T10:22:14.573Z [papers] [info] Server started and connected successfully
2025-04-11T10:22:14.582Z [papers] [info] Message from client: ${INITIALIZE}
/usr/bin/python3: Error while finding module specification for 'papers.server' (ModuleNotFoundError: No module named 'papers')
2025-04-11T10:22:14.653Z [papers] [info] Server transport closed
2025-04-11T10:22:14.654Z [papers] [info] Client transport closed
2025-04-11T10:22:14.657Z [papers] [info] ${UNEXPECTED}
2025-04-11T10:22:14.657Z [papers] [error] ${DISCONNECTED} {"context":"connection"}
`,
    [['papers', 'transport', /No module named/]],
    { acts: ['user'] },
  ),
  hostFile(
    'blazickjp/web-browser-mcp-server#5',
    'claude-desktop-log',
    `
2025-02-27T05:59:17.508Z [pages] [info] Initializing server...
2025-02-27T05:59:17.611Z [pages] [info] Server started and connected successfully
2025-02-27T05:59:17.616Z [pages] [info] Message from client: ${INITIALIZE}
'C:\\Program' is not recognized as an internal or external command,
operable program or batch file.
2025-02-27T05:59:17.713Z [pages] [info] Server transport closed
2025-02-27T05:59:17.717Z [pages] [info] ${UNEXPECTED}
2025-02-27T05:59:17.717Z [pages] [error] ${DISCONNECTED} {"context":"connection"}
`,
    [['pages', 'transport', /not recognized/]],
    { acts: ['user'] },
  ),
  hostFile(
    'aviveldan/datagov-mcp#1',
    'claude-desktop-log',
    `
2025-04-10T17:36:51.672Z [info] [Census] Initializing server...
2025-04-10T17:36:51.687Z [info] [Census] Server started and connected successfully
2025-04-10T17:36:51.771Z [info] [Census] Message from client: ${INITIALIZE}
2025-04-10T17:36:52.054Z [info] [Census] Server transport closed
2025-04-10T17:36:52.054Z [info] [Census] Client transport closed
2025-04-10T17:36:52.054Z [info] [Census] ${UNEXPECTED}
2025-04-10T17:36:52.054Z [error] [Census] ${DISCONNECTED}
`,
    [['Census', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'fosdickio/binary_ninja_mcp#9',
    'claude-desktop-log',
    `
2025-04-11T19:37:18.935Z [ninja] [info] Initializing server...
2025-04-11T19:37:18.972Z [ninja] [error] spawn /srv/ninja/.venv/bin/python ENOENT {"context":"connection","stack":"Error: spawn /srv/ninja/.venv/bin/python ENOENT\\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)"}
2025-04-11T19:37:18.973Z [ninja] [error] spawn /srv/ninja/.venv/bin/python ENOENT {"stack":"Error: spawn /srv/ninja/.venv/bin/python ENOENT\\n    at ChildProcess._handle.onexit (node:internal/child_process:285:19)"}
2025-04-11T19:37:18.975Z [ninja] [info] Server transport closed
2025-04-11T19:37:18.975Z [ninja] [info] ${UNEXPECTED}
2025-04-11T19:37:18.975Z [ninja] [error] ${DISCONNECTED}
`,
    [['ninja', 'transport', /could not be started/]],
    { acts: ['user'] },
  ),
  hostFile(
    'eli0shin/cli-lsp-client#24',
    'claude-code-array',
    `
[
  {
    "debug": "Starting connection with timeout of 30000ms",
    "timestamp": "2025-09-05T14:25:25.616Z",
    "sessionId": "ce192d16",
    "cwd": "/srv/work"
  },
  {
    "error": "Server stderr: Resolving dependencies",
    "timestamp": "2025-09-05T14:25:25.634Z",
    "sessionId": "ce192d16",
    "cwd": "/srv/work"
  },
  {
    "error": "Server stderr: Saved lockfile",
    "timestamp": "2025-09-05T14:25:27.324Z",
    "sessionId": "ce192d16",
    "cwd": "/srv/work"
  },
  {
    "debug": "Connection failed after 1719ms: MCP error -32000: Connection closed",
    "timestamp": "2025-09-05T14:25:27.334Z",
    "sessionId": "ce192d16",
    "cwd": "/srv/work"
  },
  {
    "error": "Connection failed: MCP error -32000: Connection closed",
    "timestamp": "2025-09-05T14:25:27.334Z",
    "sessionId": "ce192d16",
    "cwd": "/srv/work"
  }
]
`,
    [['s1', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'jagdeepsinghdev/nova-memory#4',
    'claude-code-debug',
    `
[DEBUG] MCP server "nova": Starting connection attempt
[DEBUG] MCP server "nova": Connection failed: Error: spawn mcp-nova ENOENT
[DEBUG] MCP server "nova": Error message: spawn mcp-nova ENOENT
[DEBUG] MCP server "nova": Error stack: Error: spawn mcp-nova ENOENT
    at ChildProcess._handle.onexit (node:internal/child_process:285:19)
    at onErrorNT (node:internal/child_process:483:16)

[DEBUG] MCP server "nova": Connection attempt completed in 45ms - status: failed
[DEBUG] AutoUpdaterWrapper: Installation type: npm-global, using native: false
`,
    [['nova', 'transport', /could not be started/]],
    { acts: ['user'] },
  ),
  hostFile(
    'mrkrsl/web-search-mcp#42',
    'lm-studio-log',
    `
2026-07-07 14:35:54 [DEBUG]
 [LMSAuthenticator][Client=plugin:installed:mcp/finder] Client created.
2026-07-07 14:35:54 [ERROR]
 [Plugin(mcp/finder)] stderr: [MCPBridge/unexpected] Bridge process failed: spawn node ENOENT
2026-07-07 14:35:54 [DEBUG]
 [LMSAuthenticator][Client=plugin:installed:mcp/finder] Client disconnected.
`,
    [['finder', 'transport', /could not be started/]],
    { acts: ['user'] },
  ),
  hostFile(
    'varunneal/spotify-mcp#39',
    'lm-studio-log',
    `
2025-08-28 14:07:32 [ERROR]
 [Plugin(mcp/music)] stderr: Error in LM Studio MCP bridge process: _0x3c0d60 [McpError]: MCP error -32000: Connection closed
    at _0x3e2cd3._onclose (C:\\Programs\\LM Studio\\mcpbridgeworker.js:1:733178)
    at ChildProcess.emit (node:events:519:28)
    at Pipe.<anonymous> (node:net:339:12) {
  code: -32000,
  data: undefined
}
`,
    [['music', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'bytebase/dbhub#134',
    'librechat-log',
    `
LibreChat         | 2025-11-20 12:00:49 info: [MCP][tables] Creating streamable-http transport: http://localhost:3081/mcp
LibreChat         | 2025-11-20 12:00:49 error: [MCP][tables] Transport error: fetch failed
LibreChat         | 2025-11-20 12:00:49 info: [MCP][tables] Streamable-http transport closed
LibreChat         | 2025-11-20 12:00:49 error: [MCP][tables] Connection failed: fetch failed
LibreChat         | 2025-11-20 12:00:53 info: [MCP][tables] Creating streamable-http transport: http://localhost:3081/mcp
LibreChat         | 2025-11-20 12:00:53 error: [MCP][tables] Transport error: fetch failed
LibreChat         | 2025-11-20 12:00:53 error: [MCP][tables] Connection failed: fetch failed
LibreChat         | 2025-11-20 12:00:53 error: [MCP][tables] Failed to connect after 3 attempts fetch failed
LibreChat         | 2025-11-20 12:00:53 info: MCP servers initialized successfully. Added 0 MCP tools.
`,
    [['tables', 'transport', /network/]],
  ),
  hostFile(
    'danny-avila/LibreChat#6923',
    'librechat-log',
    `
LibreChat         | 2025-04-16 21:26:29 info: [MCP] Initializing app-level servers
LibreChat         | 2025-04-16 21:26:39 error: [MCP][puppets] Connection failed: Connection timeout
LibreChat         | 2025-04-16 21:26:41 error: [MCP][puppets] Connection failed: MCP error -32000: Connection closed
LibreChat         | 2025-04-16 21:26:55 error: [MCP][puppets] Connection failed: Connection timeout
LibreChat         | 2025-04-16 21:26:55 error: [MCP][puppets] Failed to connect after 3 attempts Connection timeout
LibreChat         | 2025-04-16 21:26:55 info: [MCP] Initialized 0/1 app-level server(s)
`,
    [
      ['puppets', 'client', /timeout|timed out/i],
      ['puppets', 'transport', /closed/],
    ],
  ),
  hostFile(
    'Doist/todoist-mcp#240',
    'mcp-remote-log',
    `
[663488] Using automatically selected callback port: 39725
[663488] [663488] Connecting to remote server: https://tasks.example.com/mcp
[663488] Using transport strategy: http-first
[663488] Connection error: InvalidScopeError
    at parseErrorResponse (file:///srv/node_modules/mcp-remote/dist/chunk-WSHBHZXM.js:12226:12)
    at async registerClient (file:///srv/node_modules/mcp-remote/dist/chunk-WSHBHZXM.js:12617:11) {
  errorUri: undefined
}
[663488] Fatal error: InvalidScopeError
`,
    [['s1', 'transport', /./]],
    { acts: ['user', 'none', 'operator', 'client'] },
  ),
];
