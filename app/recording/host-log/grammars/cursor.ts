import type { HostGrammar } from '../host-grammar.ts';

// Facts: logs of Cursor 0.48 to 3 in public issues, such as BrowserMCP/mcp#9, skindhu/AI-TASK-MANAGER#4, laravel/boost#495,
// xgq18237/siyuan_mcp_server#6 (V2), Abbabon/unity-mcp-sharp#95, designcomputer/mysql_mcp_server#49,
// upstash/context7-legacy#41, Minidoracat/mcp-feedback-enhanced#205.
export const cursorGrammar: HostGrammar = {
  host: 'cursor',
  client: 'cursor-vscode',
  title: 'Cursor MCP log',
  notes: [
    'Cursor logs what it did with its servers, and no messages: calls are put together from what it says of them.',
    'Of a server’s name, older logs have the last letters; newer logs have none, and the file is named for the server.',
    'Of a line of the server’s stdout that is not JSON, Cursor logs what its parser says: the frame is what that quotes.',
    'Cursor does not log exit codes.',
  ],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] \[V2(?: FSM)?\] /,
    // Before a sentence of Cursor's own, the name has at most a few letters.
    /^(?<time>\d{3,4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] {1,2}(?:user-)?(?<server>[\w@./-]{1,60}): (?=(?:Handling|Starting|Client|Error|Failed|No server|getOrCreate|Reusing|Connected|Successfully|Listing|Found|Calling|Creating|Connection|Server|\d{4}-|[A-Z[]))/,
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>\w+)\] /,
  ],
  signs: [
    /^Handling (?:CreateClient|ReloadClient|ListOfferings|DeleteClient|GetInstructions|CallTool) action/,
    /^Starting new stdio process with command: /,
    /^(?:Client closed for command|Client error for command|CreateClient completed)/,
    /^connection:connect_\w+: conn=/,
    /^Creating (?:streamableHttp|sse) transport/i,
  ],
  sentences: [
    {
      means: 'stop',
      like: /^Handling (?:ReloadClient|DeleteClient) action|^Disposing client|^Deleting client/,
    },
    // Its address is not printed anywhere.
    { means: 'start', like: /^Creating (?<url>streamableHttp|sse) transport/i },
    { means: 'start', like: /^Starting new stdio process with command: (?<command>.+)$/ },
    {
      means: 'place',
      like: /^(?:Creating|Connecting to) (?:streamableHttp|sse)\b.{0,60}?(?<url>https?:\/\/\S+)/i,
    },
    {
      means: 'connected',
      like: /^(?:Successfully connected to|Connected to) (?:stdio|streamableHttp|sse) server/,
    },
    { means: 'call', like: /^Calling tool '(?<tool>[^']+)' with toolCallId: (?<id>\S+)/ },
    { means: 'call', like: /^Calling tool '(?<tool>[^']+)'/ },
    { means: 'done', like: /^Successfully called tool '(?<tool>[^']+)'/ },
    { means: 'failed', like: /^Error calling tool '(?<tool>[^']+)': / },
    { means: 'trouble', like: /^Client error(?: for command)?:? / },
    // A sentence with the reason follows.
    { means: 'line', like: /^Client closed for command/ },
    { means: 'attempt', like: /^Error connecting to streamableHttp server, falling back to SSE: / },
    { means: 'line', like: /^Error in MCP: SSE error: undefined/ },
    {
      means: 'lost',
      like: /^(?:Error in MCP|Failed to reload client|Connection failed|Error connecting to .{1,80}?): /,
    },
    {
      means: 'line',
      like: /^(?:Handling |No server info|getOrCreateClient|Reusing|Listing|Found \d|listOfferings|Server |CreateClient completed|connection:|auth:|Storing|\[)/,
    },
    // On an error line, the text after the server's name is its stderr.
    { means: 'stderr', like: /^(?=\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|(?:INFO|WARN|WARNING|ERROR|DEBUG)\b)/ },
  ],
  bare: 'line',
};
