import type { HostGrammar } from '../host-grammar.ts';

// Facts: the output channel of an MCP server in VS Code (vscode `mcpServerConnection.ts`, `extHostMcp.ts`,
// `mainThreadMcp.ts`) and logs in microsoft/azure-devops-mcp#59, #768, bitwarden/mcp-server#92, obot-platform/obot#3419,
// #4150, freepik-company/freepik-mcp#10, microsoft/vscode#244377.
export const vscodeGrammar: HostGrammar = {
  host: 'vscode',
  client: 'Visual Studio Code',
  title: 'VS Code MCP output log',
  notes: [
    'VS Code parses messages and writes them again: key order and number forms may differ from the wire.',
    'VS Code logs messages only at the log level Debug or Trace: what came before the level was set is missing.',
  ],
  heads: [/^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+) \[(?<level>trace|debug|info|warning|error)\] /],
  signs: [
    /^\[(?:editor -> server|server -> editor|Client Says|Server Says)\] /,
    /^\[server stderr\] /,
    /^Connection state: /,
    /^Server exited before responding to `initialize`/,
    /^Waiting for server to respond to `initialize`/,
  ],
  sentences: [
    { means: 'sent', like: /^\[(?:editor -> server|Client Says)\] / },
    { means: 'received', like: /^\[(?:server -> editor|Server Says)\] / },
    { means: 'stderr', like: /^\[server stderr\] / },
    { means: 'start', like: /^Starting server (?!from )(?<server>.+)$/ },
    { means: 'stop', like: /^Stopping server / },
    { means: 'connected', like: /^Connection state: Running/ },
    // A line of stdout that is not JSON, as a JSON string.
    { means: 'printed', like: /^Failed to parse message: / },
    {
      means: 'lost',
      like: /^Connection state: Error (?=\d{3} status (?:sending message|connecting) to (?<url>https?:\/\/[^\s/]+[^\s:]*))/,
    },
    { means: 'lost', like: /^Connection state: Error / },
    { means: 'place', like: /^(?:Discovered resource metadata at|Connecting to) (?<url>https?:\/\/\S+)/ },
    { means: 'closed', like: /^Server exited before responding to `initialize`/ },
    {
      means: 'left-out',
      like: /^(?:Tool|Tools?) .{1,200} (?:has invalid|with invalid|was skipped|is invalid)/,
    },
  ],
  messages: true,
  bare: 'as-above',
  startsEither: true,
};
