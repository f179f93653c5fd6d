import { hostFile, type SampleFile } from './host-file.ts';

const INITIALIZE =
  '{"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"claude-ai","version":"0.1.0"}},"jsonrpc":"2.0","id":0}';
const UNEXPECTED = 'Server transport closed unexpectedly, this is likely due to the process exiting early.';

/** Logs of Claude Desktop, Claude Code and Cursor. */
export const DESKTOP_FILES: readonly SampleFile[] = [
  hostFile(
    'imdinu/apple-mail-mcp#70',
    'claude-desktop-log',
    `
2026-04-03T08:20:33.103Z [post] [info] Initializing server... { metadata: undefined }
2026-04-03T08:20:33.105Z [post] [info] Using MCP server command: post-mcp with args and path: {
  metadata: {
    args: [ [length]: 0 ],
    paths: [
      '/usr/local/bin',
      '/usr/bin',
      [length]: 2
    ]
  }
} %o
2026-04-03T08:20:33.106Z [post] [info] Server started and connected successfully { metadata: undefined }
Failed to spawn process: No such file or directory
2026-04-03T08:20:33.111Z [post] [info] Server transport closed { metadata: undefined }
2026-04-03T08:20:33.111Z [post] [info] ${UNEXPECTED} { metadata: undefined }
`,
    [['post', 'transport', /looked in \/usr\/local\/bin, \/usr\/bin/]],
    { acts: ['user'] },
  ),
  hostFile(
    'modelcontextprotocol/servers#106',
    'claude-desktop-log',
    `
2024-11-28T09:27:43.719Z [info] Attempting to connect to MCP server graph...
2024-11-28T09:27:43.720Z [info] Attempting to connect to MCP server rows...
2024-11-28T09:27:43.731Z [info] Connected to MCP server rows!
2024-11-28T09:27:43.734Z [info] Connected to MCP server graph!
`,
    [],
  ),
  hostFile(
    'php-mcp/laravel#22',
    'claude-desktop-log',
    `
2025-06-25T03:45:05.301Z [info] [shop] Initializing server...
2025-06-25T03:45:05.355Z [info] [shop] Shutting down server...
2025-06-25T03:45:05.356Z [info] [shop] Client transport closed
2025-06-25T03:45:05.357Z [info] [shop] Server transport closed
2025-06-25T03:45:05.358Z [info] [shop] ${UNEXPECTED}
`,
    [],
  ),
  hostFile(
    'jorekai/db-timetable-mcp#4',
    'claude-desktop-log',
    `
2025-06-13T14:44:29.818Z [info] [trains] Initializing server...
2025-06-13T14:44:29.879Z [info] [trains] Server started and connected successfully
2025-06-13T14:44:29.945Z [info] [trains] Message from client: ${INITIALIZE}
2025-06-13T14:44:31.402Z [error] [trains] Expected ',' or ']' after array element in JSON at position 5 (line 1 column 6)
`,
    [['trains', 'transport', /stdout/]],
    { findings: ['E11'] },
  ),
  hostFile(
    'modelcontextprotocol/servers#1014',
    'claude-desktop-log',
    `
2025-03-22T20:59:59.754Z [rows] [info] Initializing server...
2025-03-22T20:59:59.786Z [rows] [info] Server started and connected successfully
2025-03-22T20:59:59.981Z [rows] [error] Unexpected end of JSON input {"context":"connection","stack":"SyntaxError: Unexpected end of JSON input\\n    at JSON.parse (<anonymous>)"}
`,
    [],
  ),
  hostFile(
    'anthropics/claude-code#1611',
    'claude-code-debug',
    `
[DEBUG] MCP server "crawl": Starting connection attempt
[DEBUG] MCP server "crawl": Connection failed: Error: Connection to MCP server "crawl" timed out after 30000ms
[DEBUG] MCP server "crawl": Error message: Connection to MCP server "crawl" timed out after 30000ms
[DEBUG] MCP server "crawl": Error stack: Error: Connection to MCP server "crawl" timed out after 30000ms
    at Timeout._onTimeout (file:///srv/claude-code/cli.js:1383:5751)
`,
    [['crawl', 'client', /timed out/]],
  ),
  hostFile(
    'anthropics/claude-code#30147',
    'claude-code-debug',
    `
2026-03-02T18:44:16.136Z [DEBUG] MCP server "audit": Starting connection with timeout of 30000ms
2026-03-02T18:44:16.402Z [ERROR] MCP server "audit" Server stderr: [audit] ready
2026-03-02T18:44:16.402Z [DEBUG] MCP server "audit": Connection failed after 270ms: MCP error -32000: Connection closed
2026-03-02T18:44:16.402Z [ERROR] MCP server "audit" Connection failed: MCP error -32000: Connection closed
`,
    [['audit', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'anthropics/claude-code#17662',
    'claude-code-debug',
    `
2026-01-12T10:40:03.442Z [DEBUG] MCP server "depot": Starting connection with timeout of 30000ms
2026-01-12T10:40:04.090Z [DEBUG] MCP server "depot": Successfully connected (transport: stdio) in 648ms
2026-01-12T10:40:10.215Z [DEBUG] MCP server "depot": Calling MCP tool: weigh
2026-01-12T10:40:11.215Z [DEBUG] MCP server "depot": Tool 'weigh' completed successfully in 1s
2026-01-12T10:40:12.215Z [DEBUG] MCP server "depot": Calling MCP tool: count
2026-01-12T10:40:13.215Z [DEBUG] MCP server "depot": Tool 'count' failed after 1s: MCP error -32602: Invalid arguments for tool count
2026-01-12T10:40:14.215Z [DEBUG] MCP server "depot": Calling MCP tool: sum
2026-01-12T10:40:15.215Z [DEBUG] MCP server "depot": Tool 'sum' failed after 1s: the store is closed
`,
    [
      ['depot', 'protocol', /Invalid arguments/],
      ['depot', 'tool', /the store is closed/],
    ],
  ),
  hostFile(
    'ZubeidHendricks/youtube-mcp-server#26',
    'claude-code-log',
    `
{"debug":"Starting connection with timeout of 30000ms","timestamp":"2026-04-15T10:00:00.000Z","sessionId":"a"}
{"debug":"Connection established with capabilities: {\\"hasTools\\":true}","timestamp":"2026-04-15T10:00:01.000Z","sessionId":"a"}
{"debug":"STDIO connection dropped after 0s uptime","timestamp":"2026-04-15T10:00:01.100Z","sessionId":"a"}
{"debug":"Connection error: JSON Parse error: Unexpected identifier \\"MCP\\"","timestamp":"2026-04-15T10:00:01.100Z","sessionId":"a"}
`,
    [['s1', 'transport', /stdout/]],
    { findings: ['E11'] },
  ),
  hostFile(
    'BrowserMCP/mcp#9',
    'cursor-log',
    `
2025-04-08 11:16:16.070 [info] rmcp: Starting new stdio process with command: npx @pages/mcp@latest
2025-04-08 11:16:16.790 [info] rmcp: Client closed for command
2025-04-08 11:16:16.790 [error] rmcp: Error in MCP: Client closed
2025-04-08 11:16:16.790 [error] rmcp: Failed to reload client: MCP error -32000: Connection closed
2025-04-08 11:16:16.790 [info] rmcp: Handling ListOfferings action
2025-04-08 11:16:16.790 [error] rmcp: No server info found
`,
    [['rmcp', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'designcomputer/mysql_mcp_server#49',
    'cursor-log',
    `
2025-05-12 15:48:10.683 [info] ysql: Handling CallTool action for tool 'run_query'
2025-05-12 15:48:10.683 [info] ysql: Calling tool 'run_query'
2025-05-12 15:48:10.753 [info] ysql: Client closed for command
2025-05-12 15:48:10.753 [error] ysql: Error in MCP: Client closed
2025-05-12 15:48:10.753 [error] ysql: Error calling tool 'run_query': MCP error -32000: Connection closed
`,
    [['ysql', 'transport', /closed/]],
    { acts: ['user'] },
  ),
  hostFile(
    'upstash/context7-legacy#41',
    'cursor-log',
    `
2025-04-20 10:22:07.100 [info] ext7: Handling CallTool action for tool 'find_library'
2025-04-20 10:22:07.101 [info] ext7: Calling tool 'find_library'
2025-04-20 10:22:07.324 [error] ext7: Error calling tool 'find_library': MCP error -32602: MCP error -32602: Tool find_library not found
`,
    [['ext7', 'protocol', /-32602.*not found/]],
  ),
  hostFile(
    'Abbabon/unity-mcp-sharp#95',
    'cursor-log',
    `
2025-12-23 00:23:08.000 [info] Creating streamableHttp transport
2025-12-23 00:23:08.500 [info] Successfully connected to streamableHttp server
2025-12-23 00:23:09.208 [error] Client error for command Streamable HTTP error: Failed to open SSE stream: Bad Request
2025-12-23 00:23:09.208 [error] Client error for command Maximum reconnection attempts (2) exceeded.
`,
    [],
  ),
];
