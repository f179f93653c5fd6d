import type { HostGrammar, Sentence } from '../host-grammar.ts';

// Facts: logs of Claude Code 0.2 to 2.1.280 in public issues, such as anthropics/claude-code#1611, #17653 (stderr is
// under "error", even if it is not an error), #30147, #86164, #90844, Teamwork/mcp#472,
// ZubeidHendricks/youtube-mcp-server#26.
const sentences: readonly Sentence[] = [
  { means: 'stderr', like: /^Server stderr: ?/ },
  { means: 'start', like: /^Starting connection (?:attempt|with timeout)/ },
  {
    means: 'place',
    like: /^(?:Initializing|Starting) (?:HTTP|SSE|streamable).{0,40}? (?:transport )?(?:to|for) (?<url>https?:\/\/\S+)/i,
  },
  { means: 'connected', like: /^(?:Successfully connected|Connection established)/ },
  { means: 'call', like: /^Calling MCP tool: (?<tool>\S+)/ },
  { means: 'line', like: /^Tool '[^']+' still running/ },
  { means: 'done', like: /^Tool (?:call )?'(?<tool>[^']+)' (?:completed|succeeded)/ },
  { means: 'failed', like: /^Tool (?:call )?'(?<tool>[^']+)' failed after [\d.]+m?s: / },
  { means: 'failed', like: /^Tool (?:call )?'(?<tool>[^']+)' failed: / },
  { means: 'lost', like: /^Connection failed(?: after \d+ms)?:? / },
  // Also closes the remains of a failed connection.
  {
    means: 'stop',
    like: /^(?:Sending SIG\w+ to MCP server|Closing (?:transport|connection)|MCP server process exited cleanly)/,
  },
  {
    means: 'trouble',
    like: /^(?:Error message|Connection error|UNKNOWN connection error):? /,
  },
  { means: 'trouble', like: /^(?=(?:STDIO|HTTP|SSE) connection failed after)/ },
  { means: 'line', like: /^(?:STDIO|HTTP|SSE) connection dropped/ },
  { means: 'closed', like: /^(?:STDIO|HTTP|SSE) connection closed after/ },
];

const HOST = { host: 'claude-code', client: 'claude-code', sentences } as const;

/** Claude Code's log of one server: one JSON entry per line, before 2.0 a single array. */
export const claudeCodeGrammar: HostGrammar = {
  ...HOST,
  title: 'Claude Code MCP log',
  notes: [
    'Claude Code logs what it did with a server, and no messages: calls are put together from what it says of them.',
    'The name of the server is the name of the folder that holds the file.',
    'Lines of stderr stand in the file as Claude Code read them, often several at once.',
    'Claude Code does not log exit codes, nor lines of the server’s stdout that are not JSON.',
  ],
  heads: [],
  signs: [],
  bare: 'line',
};

/** The output of `claude --debug`: `~/.claude/debug/*.txt`, or stderr. */
export const claudeCodeDebugGrammar: HostGrammar = {
  ...HOST,
  title: 'Claude Code debug log',
  notes: [
    'Claude Code logs what it did with its servers, and no messages: calls are put together from what it says of them.',
    'Claude Code does not log exit codes; of lines of stdout that are not JSON it logs what its parser says.',
  ],
  heads: [
    /^(?:(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) )?\[(?<level>[A-Z]+)\] MCP server "(?<server>[^"]{1,200})":? /,
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) \[(?<level>[A-Z]+)\] /,
    /^\[(?<level>DEBUG|ERROR|WARN|INFO)\] /,
  ],
  signs: [
    /^Server stderr: /,
    /^Starting connection (?:attempt|with timeout)/,
    /^Connection (?:failed|error|established)/,
    /^Successfully connected to/,
    /^Calling MCP tool: /,
    /^Tool (?:call )?'[^']+' (?:failed|completed|still running)/,
  ],
  bare: 'as-above',
};
