import { hostFile, type SampleFile } from './host-file.ts';

/** Logs of VS Code and its extensions, Zed, Windsurf and Continue. */
export const EDITOR_FILES: readonly SampleFile[] = [
  hostFile(
    'microsoft/azure-devops-mcp#59',
    'vscode-log',
    `
2025-06-13 16:50:52.670 [info] Starting server boards
2025-06-13 16:50:52.671 [info] Connection state: Starting
2025-06-13 16:50:52.676 [info] Starting server from LocalProcess extension host
2025-06-13 16:50:52.677 [info] Connection state: Running
2025-06-13 16:50:57.679 [info] Waiting for server to respond to \`initialize\` request...
2025-06-13 16:51:00.111 [info] Connection state: Error Process exited with code 243
2025-06-13 16:51:00.112 [error] Server exited before responding to \`initialize\` request.
`,
    [['boards', 'transport', /code 243/]],
  ),
  hostFile(
    'bitwarden/mcp-server#92',
    'vscode-log',
    `
2025-10-06 16:15:19.117 [info] Connection state: Starting
2025-10-06 16:15:19.118 [info] Connection state: Running
2025-10-06 16:15:20.051 [info] Connection state: Stopped
2025-10-06 16:15:20.051 [error] Server exited before responding to \`initialize\` request.
`,
    [['s1', 'transport', /exited before responding/]],
    { acts: ['user'] },
  ),
  hostFile(
    'freepik-company/freepik-mcp#10',
    'vscode-log',
    `
2025-12-07 04:24:15.905 [info] Starting server images
2025-12-07 04:24:15.905 [info] Connection state: Starting
2025-12-07 04:24:15.917 [info] Connection state: Error spawn uv ENOENT
`,
    [['images', 'transport', /could not be started/]],
    { acts: ['user'] },
  ),
  hostFile(
    'obot-platform/obot#3419',
    'vscode-log',
    `
2025-07-16 14:59:13.323 [info] Starting server mails
2025-07-16 14:59:13.324 [info] Connection state: Starting
2025-07-16 14:59:14.000 [info] Connection state: Error 500 status sending message to http://localhost:8080/mcp-connect/m1: Failed to load session
`,
    [['mails', 'transport', /http/]],
  ),
  hostFile(
    'obot-platform/obot#4150',
    'vscode-log',
    `
2025-09-05 15:32:49.860 [info] Starting server finder
2025-09-05 15:32:49.863 [info] Connection state: Running
2025-09-05 15:32:51.680 [error] Failed to set MCP server log level: Error: MPC -32603: failed to send logging/setLevel message to server m1: error from server: JSON RPC method not found: logging/setLevel
2025-09-05 15:35:14.262 [info] Error reading from async stream, we will reconnect: TypeError: terminated
`,
    [],
  ),
  hostFile(
    'microsoft/vscode#244377',
    'vscode-log',
    `
2025-03-23 16:38:00.970 [info] [Client Says] {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"check_name","arguments":{"name":"anna"}}}
2025-03-23 16:38:00.989 [info] [Server Says] {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"anna is free"}],"isError":false}}
`,
    [],
  ),
  hostFile(
    'cline/cline#1953',
    'extension-log',
    `
2025-02-25 12:10:53.373 [error] [Window] [Extension Host] Server "papers" stderr: Starting the server
2025-02-25 12:10:53.373 [error] [Window] [Extension Host] Server "papers" stderr: Initializing
the server is ready
`,
    [],
  ),
  hostFile(
    'Kilo-Org/kilocode#6045',
    'extension-log',
    `
2026-02-21 09:00:00.000 [error] [Extension Host] Server "books" stderr: running on stdio
2026-02-21 09:00:01.000 [error] [Extension Host] Failed to connect to new MCP server books: Error: Not connected
2026-02-21 09:00:01.001 [error] [Extension Host] Invalid configuration for MCP server "books": Error: Not connected
`,
    [['books', 'transport', /Not connected|connection/]],
    { acts: ['user'] },
  ),
  hostFile(
    'zed-industries/zed#44786',
    'zed-log',
    `
2025-12-13T17:24:39-05:00 INFO  [context_server] starting context server drawings
2025-12-13T17:25:39-05:00 ERROR [context_server::client] cancelled csp request task for "initialize" id 0 which took over 60s
2025-12-13T17:25:39-05:00 ERROR [project::context_server_store] drawings context server failed to start: Context server request timeout
2025-12-13T17:25:45-05:00 INFO  [project::prettier_store] Starting prettier at path "/srv/zed/prettier"
`,
    [['drawings', 'client', /timeout|gave up/]],
  ),
  hostFile(
    'zed-industries/zed#63718',
    'zed-log',
    `
2026-09-03T14:54:37-07:00 ERROR [project::context_server_store] Timed out resolving command for extension context server notes
2026-09-03T14:54:37-07:00 ERROR [project::context_server_store] Timed out resolving command for extension context server charts
`,
    [
      ['notes', 'client', /Timed out/],
      ['charts', 'client', /Timed out/],
    ],
  ),
  hostFile(
    'imskyleen/animate-ui#71',
    'windsurf-log',
    `
2025-05-20 13:46:29.975 [info] E0520 13:46:29.975004 78921 interceptor.go:70] /exa.language_server_pb.LanguageServerService/ListMcpResources (unknown): failed to get server instance: server name looks not found
`,
    [['looks', 'transport', /not found/]],
    { acts: ['user'] },
  ),
  hostFile(
    'BetterThanTomorrow/calva-backseat-driver#11',
    'windsurf-log',
    `
Error: failed to initialize server:
[Wrapper] Connecting to the editor on port 1644
[Wrapper] Socket error: Error: connect ECONNREFUSED 127.0.0.1:1644: server terminated. Check your configuration.
`,
    [['s1', 'transport', /./]],
    { acts: ['user'] },
  ),
  hostFile(
    'continuedev/continue#5978',
    'continue-log',
    `
Failed to connect to "box"
Error: MCP error -32000: Connection closed
Process output:
STDERR:
env: node: No such file or directory
`,
    [['box', 'transport', /closed/]],
    { acts: ['user'] },
  ),
];
