import type { HostGrammar } from '../host-grammar.ts';

// Facts: logs of 0.7 to 1.24012 in public issues, such as imdinu/apple-mail-mcp#70, DeusData/codebase-memory-mcp#1582,
// php-mcp/laravel#22 (level before name), modelcontextprotocol/servers#106 (mcp.log of 2024) and #1014.
export const claudeDesktopGrammar: HostGrammar = {
  host: 'claude-desktop',
  client: 'claude-ai',
  title: 'Claude Desktop log',
  notes: [
    'Claude Desktop parses messages and writes them again: key order and number forms may differ from the wire.',
    'Lines of the server without a time are stderr: they are shown at the time of the line above.',
    'Claude Desktop does not log exit codes.',
    'Of a line of the server’s stdout that is not JSON, Claude Desktop logs what its parser says of it: the frame is what that quotes of the line.',
  ],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)\s+\[(?<level>info|error|warn|warning|debug)\]\s+\[(?<server>[^\]]*)\]\s?/,
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?:\[(?<server>[^\]]*)\]\s+)?\[(?<level>info|error|warn|warning|debug)\]\s?/,
  ],
  tails: [
    { from: ' { metadata: ', to: / \}(?: %o)?$/ },
    { from: ' {"context":', to: /"\}$/ },
  ],
  signs: [
    /^Message from (?:client|server): /,
    /^(?:Initializing server|Server started and connected|Server transport closed|Using MCP server command)/,
    /^(?:Attempting to connect to|Connected to|Could not connect to) MCP server /,
  ],
  sentences: [
    { means: 'sent', like: /^Message from client: / },
    { means: 'received', like: /^Message from server: / },
    { means: 'start', like: /^Initializing server/ },
    { means: 'place', like: /^Using MCP server command: (?<command>.+?) with (?:args and )?path: ?\{?$/ },
    { means: 'place', like: /^Using MCP server command: (?<command>\S+) with args/ },
    { means: 'line', like: /^Server started and connected successfully/ },
    { means: 'stop', like: /^Shutting down server/ },
    { means: 'closed', like: /^Server transport closed unexpectedly/ },
    { means: 'not-started', like: /^(?=Failed to spawn process: (?<reason>.+)$)/, bare: true },
    { means: 'not-started', like: /^(?=spawn \S.* E[A-Z]{3,}|Failed to (?:spawn|start))/ },
    { means: 'start', like: /^Attempting to connect to MCP server (?<server>.+?)\.\.\.$/ },
    { means: 'connected', like: /^Connected to MCP server (?<server>.+?)!$/ },
    { means: 'lost', like: /^Could not connect to MCP server (?<server>[^:]+): / },
    {
      means: 'trouble',
      like: /^(?=(?:SyntaxError: )?(?:Unexpected |Expected |\.{3}?".+" is not valid JSON|"))/,
    },
  ],
  messages: true,
  bare: 'stderr',
  folders: { from: /\bpaths: \[/, each: /^\s+'([^']+)',?$/ },
};
