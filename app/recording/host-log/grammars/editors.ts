import type { HostGrammar } from '../host-grammar.ts';

// Facts: zed-industries/zed#34321, #44786, #63718, #51350, #63176, LoamStudios/zed-mcp-server-github#27; Zed's
// `crates/context_server/src/client.rs` and `crates/project/src/context_server_store.rs`.
export const zedGrammar: HostGrammar = {
  host: 'zed',
  client: 'Zed',
  title: 'Zed log',
  notes: [
    'Zed logs starts and failures of its context servers, and no messages, no calls and no exit codes.',
  ],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) +(?<level>TRACE|DEBUG|INFO|WARN|ERROR) +\[(?:crates\/)?(?=(?:project::)?context_server)[\w:./-]{1,120}\] /,
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) +(?<level>TRACE|DEBUG|INFO|WARN|ERROR) +\[[\w:./-]{1,120}\] /,
  ],
  signs: [
    /^starting context server /,
    /^\S+ context server failed to start: /,
    /^cancelled csp request task for /,
    /^Timed out resolving command for extension context server /,
    /^Using HTTP transport for /,
    /^Failed to create context server configuration from settings/,
  ],
  sentences: [
    { means: 'start', like: /^starting context server (?<server>[^\s(]\S*)$/ },
    { means: 'line', like: /^starting context server \(executable=/ },
    { means: 'timeout', like: /^Timed out resolving command for extension context server (?<server>\S+)/ },
    { means: 'lost', like: /^(?<server>\S+) context server failed to start: / },
    { means: 'lost', like: /^Failed to start context server (?<server>\S+): / },
    { means: 'stderr', like: /^(?:context server )?stderr: / },
  ],
  bare: 'line',
};

// Facts: cline/cline#1953, Kilo-Org/kilocode#6045, zereight/gitlab-mcp#477; `McpHub.ts` of Cline, Roo Code and Kilo
// Code, which print to the extension host's console; VS Code keeps it in `renderer.log`.
export const extensionHostGrammar: HostGrammar = {
  host: 'vscode',
  client: 'Cline',
  title: 'VS Code extension log',
  notes: [
    'Cline, Roo Code and Kilo Code print what went wrong with their servers, and stderr, to the log of VS Code: no messages.',
  ],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] (?:\[Window\] )?\[Extension Host\] /,
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] \[(?:Window|renderer\d+)\] /,
  ],
  signs: [
    /^Server "[^"]{1,100}" (?:stderr|info): /,
    /^(?:Failed to connect to (?:new )?MCP server|Transport error for|Failed to (?:restart|reconnect) MCP server) /,
    /^Invalid configuration for MCP server "/,
  ],
  sentences: [
    { means: 'stderr', like: /^Server "(?<server>[^"]{1,100})" (?:stderr|info): ?/ },
    { means: 'lost', like: /^Failed to connect to (?:new )?MCP server (?<server>[^\s:]+): (?:Error: )?/ },
    { means: 'lost', like: /^Failed to reconnect (?:to )?MCP server (?<server>[^\s:]+): (?:Error: )?/ },
    { means: 'trouble', like: /^Transport error for "(?<server>[^"]{1,100})": ?/ },
  ],
  bare: 'as-above',
};

// Facts: continuedev/continue#5978, #8461: what Continue shows and logs for an unreachable server.
export const continueGrammar: HostGrammar = {
  host: 'continue',
  client: 'continue-client',
  title: 'Continue log',
  notes: ['Continue logs only why a server could not be reached, with what it printed.'],
  heads: [
    /^(?:\[(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z?)\] )?(?=Failed to connect to "|Error: |Process output:|STDERR:)/,
  ],
  signs: [/^Failed to connect to "[^"]{1,100}"/],
  sentences: [
    { means: 'lost', like: /^Failed to connect to "(?<server>[^"]{1,100})"[ :]+(?=\S)/ },
    { means: 'start', like: /^Failed to connect to "(?<server>[^"]{1,100})"/ },
    { means: 'stderr', like: /^(?:Process output: )?STDERR: ?/ },
    { means: 'trouble', like: /^Error: / },
  ],
  bare: 'as-above',
};

// Facts: imskyleen/animate-ui#71, BetterThanTomorrow/calva-backseat-driver#11, idosal/git-mcp#43, disruption-hub/payloadcmsmcp#2.
export const windsurfGrammar: HostGrammar = {
  host: 'windsurf',
  client: 'codeium-client',
  title: 'Windsurf log',
  notes: [
    'Windsurf logs only that a server could not be used, and why; no messages and no stderr of its own.',
  ],
  heads: [
    /^(?:"|\s)*(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] (?:[EWIF]\d{4} [\d:.]+ +\d+ )?(?:[\w.]+\.go:\d+\] )?/,
    /^(?=Error: (?:failed to |request failed|no tools returned))/,
  ],
  signs: [
    /^\/exa\.language_server_pb\.\w+\/\w*Mcp\w*/,
    /^Error: failed to (?:initialize server|start mcp)/,
    /^\S*failed to (?:initialize server|create mcp client|start mcp)/,
  ],
  sentences: [
    {
      means: 'lost',
      like: /^\/exa\.language_server_pb\.\w+\/\w*Mcp\w* \(\w+\): .{0,80}?server (?:name )?(?<server>[\w.@-]+) /,
    },
    {
      means: 'lost',
      like: /^(?:Error: )?failed to (?:initialize server|start mcp \w+ client|create mcp client)(?: for (?<server>[\w.@-]+))?: ?/,
    },
  ],
  bare: 'stderr',
};
