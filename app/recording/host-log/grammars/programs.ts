import type { HostGrammar } from '../host-grammar.ts';

// Facts: aaif-goose/goose#12266, #5048, #3030, #1763, #3849.
export const gooseGrammar: HostGrammar = {
  host: 'goose',
  client: 'goose',
  title: 'goose log',
  notes: ['goose logs only that an extension could not be loaded, and why; no messages.'],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) +(?<level>TRACE|DEBUG|INFO|WARN|ERROR) [\w:]{0,100}: /,
    /^(?:⚠ +|Warning: |Error: )?(?=(?:Failed to (?:load|start) extension|Error activating extension))/,
  ],
  signs: [/^Failed to (?:load|start) extension:? ?\S/, /^Error activating extension: /],
  sentences: [
    { means: 'lost', like: /^Failed to load extension '?(?<server>[\w.@-]+)'?: / },
    { means: 'lost', like: /^Failed to start extension:? '?(?<server>[^,:']{1,100}?)'?[,:] / },
    {
      means: 'lost',
      like: /^Error activating extension: .{0,200}?\(Stdio \{ name: "(?<server>[^"]+)", cmd: "(?<command>[^"]+)", args: (?<args>\[[^\]]{0,500}\])/,
    },
    {
      means: 'lost',
      like: /^Error activating extension: .{0,200}?\(\w+ \{ name: "(?<server>[^"]+)", uri: "(?<url>[^"]+)"/,
    },
    { means: 'lost', like: /^Error activating extension: / },
  ],
  bare: 'line',
};

// Facts: danny-avila/LibreChat#10325, #5329, #10906, #12254, #9887, mario-andreschak/mcp-veo2#4,
// ZubeidHendricks/youtube-mcp-server#12; `packages/api/src/mcp/connection.ts`.
export const librechatGrammar: HostGrammar = {
  host: 'librechat',
  client: '@librechat/api-client',
  title: 'LibreChat log',
  notes: [
    'LibreChat logs what it did with its servers; of messages only the beginning, at the level debug: those are lines.',
  ],
  heads: [
    /^(?:[\w.-]{1,60} {1,20}\| )?(?<time>\d{4}-\d\d-\d\d[ T][\d:.]+Z?) (?<level>\w+): \[MCP\](?:\[User: [^\]]{1,80}\])?\[(?<server>[^\]]{1,100})\](?:\[[^\]]{1,80}\])? (?:⚠ |✗ |✓ )?/,
    /^(?:[\w.-]{1,60} {1,20}\| )?(?<time>\d{4}-\d\d-\d\d[ T][\d:.]+Z?) (?<level>\w+): /,
    /^(?:[\w.-]{1,60} {1,20}\| )/,
  ],
  signs: [
    /^(?:Connection (?:failed|state: )|Transport error|Transport sending|Creating [\w-]+ transport|Failed to (?:establish|initialize)|Available tools|Capabilities)/,
  ],
  sentences: [
    {
      means: 'start',
      like: /^Creating (?:SSE|streamable-http|WebSocket|Streamable HTTP) transport: (?<url>\S+)/i,
    },
    { means: 'start', like: /^Connection state: connecting/ },
    { means: 'connected', like: /^Connection state: connected|^Initialized/ },
    { means: 'stderr', like: /^(?:MCP server )?stderr: / },
    {
      means: 'lost',
      like: /^(?:Connection failed|Failed to establish connection|Failed to initialize|Initialization failed|Connection error):? /,
    },
    { means: 'trouble', like: /^Transport error:? / },
    { means: 'closed', like: /^Transport closed/ },
    { means: 'timeout', like: /^Connection timeout/ },
    { means: 'failed', like: /^\[?(?<tool>[\w-]+)\]? tool call failed:? / },
  ],
  bare: 'line',
  startsEither: true,
};

// Facts: anomalyco/opencode#1460, #1878; opencode `packages/opencode/src/mcp/index.ts` ("local mcp startup failed").
export const opencodeGrammar: HostGrammar = {
  host: 'opencode',
  client: 'opencode',
  title: 'opencode log',
  notes: ['opencode logs starts and failures of its servers, and no messages.'],
  heads: [
    /^(?<level>INFO|DEBUG|WARN|ERROR) +(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d) \+\d+ms (?=service=mcp\b)service=mcp /,
    /^(?<level>INFO|DEBUG|WARN|ERROR) +(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d) \+\d+ms service=\w+ (?:message=)?/,
  ],
  signs: [/^(?:key|clientName)=\S+ /, /^MCP server \S+ failed to start/],
  sentences: [
    { means: 'start', like: /^(?:key|name)=(?<server>\S+) type=\w+ (?:found|create)/ },
    {
      means: 'connected',
      like: /^(?:key|name)=(?<server>\S+) .{0,200}(?:create\(\) successfully|connected)/,
    },
    {
      means: 'lost',
      like: /^(?:key|name)=(?<server>\S+) command=(?<args>\[[^\]]{0,500}\]|[^=]{0,300}?)(?: cwd=\S+)? error=(?<reason>.{1,1000}?)(?: local mcp startup failed)?$/,
    },
    { means: 'lost', like: /^(?:key|name)=(?<server>\S+) .{0,300}?error=(?<reason>.{1,1000})$/ },
    { means: 'lost', like: /^MCP server (?<server>\S+) failed to start:? / },
    { means: 'failed', like: /^clientName=(?<server>\S+) tool=(?<tool>\S+) error=(?<reason>.{1,1000})$/ },
  ],
  bare: 'line',
};

// Facts: lmstudio-ai/lmstudio-bug-tracker#1231, #1987: level and text are on separate lines.
export const lmStudioGrammar: HostGrammar = {
  host: 'lm-studio',
  client: 'lm-studio',
  title: 'LM Studio log',
  notes: [
    'LM Studio logs the stderr of servers, at the level ERROR whatever it says, and no messages.',
    'What it calls the stdout of a plugin is that of its own bridge, not of the server.',
  ],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) +\[(?<level>\w+)\]\s*(?:\[Plugin\(mcp\/(?<server>[^)]{1,100})\)\] )?/,
    /^ ?\[Plugin\(mcp\/(?<server>[^)]{1,100})\)\] /,
  ],
  signs: [/^(?:stdout|stderr): /],
  sentences: [
    { means: 'lost', like: /^stderr: (?:\[MCPBridge\/\w+\] |Error in LM Studio MCP bridge process: )/ },
    { means: 'start', like: /^stdout: \[Tools Prvdr\.\] Register with LM Studio/ },
    {
      means: 'trouble',
      like: /^stderr: (?:Error: )?(?=(?:\w+Error: )?(?:MCP error -?\d+|spawn \S.* E[A-Z]{3,}|Connection closed))/,
    },
    { means: 'stderr', like: /^stderr: / },
    { means: 'line', like: /^stdout: / },
  ],
  bare: 'as-above',
};

// Facts: agentgateway/agentgateway#3439, #2082: the access log, `request key=value …`.
export const agentgatewayGrammar: HostGrammar = {
  host: 'agentgateway',
  client: '',
  title: 'agentgateway log',
  notes: ['agentgateway logs a line for each HTTP request with its method and status, and no messages.'],
  heads: [
    /^(?:[\w.-]{1,100} )?(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?<level>info|warn|error|debug|trace)\s+request (?=.{0,300}\b(?:gateway|route|listener|bind)=)/,
    /^(?:[\w.-]{1,100} )?(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?<level>info|warn|error|debug|trace)\s+/,
  ],
  signs: [
    /\bprotocol=mcp\b/,
    /\bmcp\.method(?:\.name)?=/,
    /\bhttp\.method=\w+ http\.host=\S+ http\.path=\S+.{0,200}\bprotocol=/,
  ],
  sentences: [
    {
      means: 'asked',
      like: /(?=.*?\broute=(?<server>\S+))(?=.*?\bhttp\.method=(?<id>\w+))(?=.*?\bhttp\.host=(?<host>\S+))(?=.*?\bhttp\.path=(?<path>\S+))(?=.*?\bhttp\.status=(?<code>\d{3}))/,
    },
  ],
  bare: 'line',
};

// Facts: punkpeye/mcp-remote#43, #196, sjzar/chatlog#116, shadcnblocks/kibo#163; `src/lib/utils.ts` of mcp-remote.
export const mcpRemoteGrammar: HostGrammar = {
  host: 'mcp-remote',
  client: 'mcp-remote',
  title: 'mcp-remote log',
  notes: ['mcp-remote logs how it reached its address and the names of methods, and no messages.'],
  heads: [/^(?:\[\d{4}-\d\d-\d\d[ T][\d:.]+Z?\] ?)?\[(?<level>\d{1,8})\] (?:\[\d{1,8}\] )?/],
  signs: [
    /^Using (?:automatically selected callback port|existing client port|transport strategy|specified callback port)/,
    /^Connecting to (?:remote )?server(?::|\.\.\.)/,
    /^\[(?:Local→Remote|Remote→Local)\] /,
    /^Proxy established successfully/,
  ],
  sentences: [
    { means: 'start', like: /^Connecting to remote server: (?<url>https?:\/\/\S+)/ },
    { means: 'start', like: /^Connecting to server\.\.\./ },
    { means: 'connected', like: /^Connected to remote server/ },
    // It tries the other transport next.
    { means: 'line', like: /^(?:Received error|Recursively reconnecting|Using transport)/ },
    {
      means: 'lost',
      like: /^(?:Connection error|Fatal error|Error from remote server|Error connecting to remote server):? /,
    },
  ],
  bare: 'line',
};
