import type { HOST_LOGS } from '../host-log/host-logs.ts';
import type { ForeignFormatName } from '../import/formats.ts';

type HostLogName = keyof typeof HOST_LOGS | 'claude-code-log' | 'claude-code-array';

/** A server's text as quoted in a host's log: a line, or an entry in Claude Code's own logs. */
const LINES: Readonly<Record<HostLogName, (text: string, time: string) => string>> = {
  'claude-code-log': (text, time) =>
    JSON.stringify({ error: `Server stderr: ${text}\n`, timestamp: time, sessionId: 's' }),
  'claude-code-array': (text, time) =>
    JSON.stringify({ error: `Server stderr: ${text}\n`, timestamp: time, sessionId: 's' }),
  'claude-code-debug': (text, time) => `${time} [ERROR] MCP server "s" Server stderr: ${text}`,
  'claude-desktop-log': (text, time) =>
    `${time} [scales] [info] Message from server: ${text} { metadata: undefined }`,
  'vscode-log': (text, time) => `${local(time)} [trace] [server -> editor] ${text}`,
  'cursor-log': (text, time) => `${local(time)} [error] Client error for command ${text}`,
  'extension-log': (text, time) =>
    `${local(time)} [error] [Window] [Extension Host] Server "s" stderr: ${text}`,
  'windsurf-log': (text, time) =>
    `${local(time)} [info] E0520 13:46:29.975004 78921 interceptor.go:70] /exa.language_server_pb.LanguageServerService/ListMcpResources (unknown): server s ${text}`,
  'codex-log': (text, time) => `${time} ERROR codex_core::codex: tool call failed for \`s/weigh\`: ${text}`,
  'zed-log': (text, time) =>
    `${time} ERROR [project::context_server_store] s context server failed to start: ${text}`,
  'librechat-log': (text, time) => `${time} error: [MCP][s] Connection failed: ${text}`,
  'opencode-log': (text, time) =>
    `ERROR ${time.slice(0, 19)} +1ms service=mcp clientName=s tool=weigh error=${text}`,
  'lm-studio-log': (text, time) => `${local(time).slice(0, 19)} [ERROR] [Plugin(mcp/s)] stderr: ${text}`,
  'agentgateway-log': (text, time) =>
    `${time} info request gateway=a route=s http.method=POST http.host=h http.path=/mcp http.status=400 protocol=mcp body=${text}`,
  'copilot-log': (text, time) => `${time} [ERROR] [mcp server s stderr] ${text}`,
  'goose-log': (text, time) => `${time} WARN goose::agents: Failed to load extension s: ${text}`,
  'mcp-remote-log': (text) => `[4242] Error from remote server: ${text}`,
  'continue-log': (text) => `Failed to connect to "s": ${text}`,
  'gemini-log': (text) => `MCP STDERR (s): ${text}`,
};

/** The start of a log whose other lines come from many programs. */
export const HOST_LOG_HEADS: Readonly<Partial<Record<ForeignFormatName, string>>> = {
  'cursor-log': '2026-08-08 15:00:00.000 [info] Handling CreateClient action\n',
  'mcp-remote-log': '[4242] Using transport strategy: http-first\n',
};

export const HOST_LOG_NAMES = Object.keys(LINES) as HostLogName[];

export function hostLine(name: HostLogName, text: string, time: string): string {
  return LINES[name](text, time);
}

export function isHostLog(name: string): name is HostLogName {
  return Object.hasOwn(LINES, name);
}

function local(time: string): string {
  return time.replace('T', ' ').slice(0, -1);
}
