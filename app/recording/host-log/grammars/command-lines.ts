import type { HostGrammar } from '../host-grammar.ts';

// Facts: openai/codex#36685, #6020, #7218, #11851, #5044, #6127, t8y2/dbx#1690, GuDaStudio/codexmcp#10; rmcp's
// messages: modelcontextprotocol/rust-sdk `service/client.rs`.
export const codexGrammar: HostGrammar = {
  host: 'codex',
  client: 'codex-mcp-client',
  title: 'Codex log',
  notes: ['Codex logs what it did with its servers, and no messages, no stderr and no exit codes.'],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) +(?<level>TRACE|DEBUG|INFO|WARN|ERROR) (?:[\w:{}=". -]{0,200}: )??(?:codex|rmcp|mcp)[\w:]{0,100}: (?:\d+: )?/,
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) +(?<level>TRACE|DEBUG|INFO|WARN|ERROR) [\w:]{0,100}: /,
    /^(?:[⚠•■✗] +|(?<level>WARN|ERROR|INFO) [\w:]{1,100}: (?:\d+: )?|(?=MCP (?:client for|startup failed)))/,
  ],
  signs: [
    /^MCP client for [`']?[\w.@/-]+[`']? (?:failed to start|timed out)/,
    /^MCP startup (?:failed|incomplete)/,
    /^tool call failed for /,
    /^starting MCP servers/,
    /required MCP servers failed to initialize: /,
    /^Received unexpected message (?:Error|Response|Request)\(/,
  ],
  sentences: [
    { means: 'timeout', like: /^MCP client for [`']?(?<server>[\w.@/-]+)[`']? timed out/ },
    { means: 'lost', like: /^MCP client for [`']?(?<server>[\w.@/-]+)[`']? failed to start: / },
    { means: 'line', like: /^MCP startup incomplete/ },
    { means: 'trouble', like: /^Received unexpected message Error/, ofNone: true },
    {
      means: 'failed',
      like: /^(?:Error: )?(?:tool call error: )?tool call failed for [`'](?<server>[^/`']+)\/(?<tool>[^`']+)[`']:? ?/,
    },
    { means: 'lost', like: /required MCP servers failed to initialize: (?<server>[\w.@-]+): / },
    { means: 'trouble', like: /^MCP startup failed: /, ofNone: true },
    { means: 'stderr', like: /^MCP server stderr \((?<server>[^)]{1,100})\): / },
  ],
  bare: 'line',
};

// Facts: google-gemini/gemini-cli#13446, #2887, #3148, #16830, semgrep/mcp#180, spences10/mcp-svelte-docs#50,
// vasayxtx/mcp-prompt-engine#31; `packages/core/src/tools/mcp-client.ts`.
export const geminiGrammar: HostGrammar = {
  host: 'gemini-cli',
  client: 'gemini-cli-mcp-client',
  title: 'Gemini CLI log',
  notes: [
    'Gemini CLI prints what went wrong with its servers, with --debug also their stderr, and no messages.',
  ],
  heads: [/^(?:[│|] ?)?(?:\[(?<level>DEBUG|ERROR|WARN|INFO)\] )?[ \t]{0,8}(?:[✕✖✗ℹ×⚠] {1,3})?(?=\S)/],
  signs: [
    /^\[?MCP STDERR \([^)]{1,100}\)\]?: /,
    /^MCP ERROR \([^)]{1,100}\): /,
    /^Error during discovery for (?:MCP )?server '[^']+': /,
    /^Error discovering \w+ from [\w.@-]+: /,
    /^failed to start or connect to MCP server '/,
  ],
  sentences: [
    { means: 'stderr', like: /^\[?MCP STDERR \((?<server>[^)]{1,100})\)\]?: {0,2}/ },
    { means: 'trouble', like: /^MCP ERROR \((?<server>[^)]{1,100})\): / },
    { means: 'lost', like: /^Error during discovery for (?:MCP )?server '(?<server>[^']+)': / },
    { means: 'trouble', like: /^Error discovering \w+ from (?<server>[\w.@-]+): / },
    { means: 'lost', like: /^failed to start or connect to MCP server '(?<server>[^']+)' \{.{0,400}?\};/ },
    { means: 'place', like: /^failed to start or connect to MCP server '(?<server>[^']+)'/ },
    { means: 'place', like: /^\{"command":"(?<command>[^"]{1,300})".{0,400}\};/ },
    { means: 'trouble', like: /^(?=(?:Error: spawn |McpError: MCP error|TypeError: fetch failed))/ },
    {
      means: 'failed',
      like: /^Error executing (?:MCP )?tool '?(?<tool>[\w-]+)'?(?: from server '(?<server>[^']+)')?: /,
    },
  ],
  bare: 'as-above',
};

// Facts: github/copilot-cli#1129, #4811, #878; Azure/azure-sdk-for-net and other workflows that quote the agent's log.
export const copilotGrammar: HostGrammar = {
  host: 'copilot-cli',
  client: 'github-copilot-developer',
  title: 'Copilot CLI log',
  notes: ['Copilot CLI logs what it did with its servers and their stderr, and no messages.'],
  heads: [
    /^(?<time>\d{4}-\d\d-\d\dT[\d:.]+Z) \[(?<level>[A-Z]+)\] /,
    /^(?=(?:Starting MCP client for|Creating MCP client for|Connecting MCP client for|MCP client for|Failed to (?:start|connect to) MCP|MCP transport for|Error: MCP error|\[mcp server ))/,
  ],
  signs: [
    /^(?:Starting|Creating|Connecting) MCP client for [\w.@/-]+/,
    /^(?:MCP client|MCP transport) for [\w.@/-]+ (?:connected|closed|errored)/,
    /^Failed to (?:start|connect to) MCP (?:client|server) /,
    /^\[mcp server [\w.@/-]{1,100} stderr\] /,
  ],
  sentences: [
    { means: 'stderr', like: /^\[mcp server (?<server>[\w.@/-]{1,100}) stderr\] / },
    {
      means: 'start',
      like: /^Starting MCP client for (?<server>[\w.@/-]+) with command: (?<command>\S+)(?: and args: (?<args>.*))?$/,
    },
    {
      means: 'start',
      like: /^Starting (?:remote )?MCP client for (?<server>[\w.@/-]+) with url: (?<url>https?:\/\/\S+)/,
    },
    { means: 'start', like: /^Starting MCP client for (?<server>[\w.@/-]+)/ },
    { means: 'connected', like: /^MCP client for (?<server>[\w.@/-]+) connected/ },
    { means: 'lost', like: /^MCP (?:client|transport) for (?<server>[\w.@/-]+) errored:? / },
    { means: 'closed', like: /^MCP transport for (?<server>[\w.@/-]+) closed/ },
    { means: 'line', like: /^MCP client for (?<server>[\w.@/-]+) closed/ },
    { means: 'lost', like: /^Failed to start MCP client for (?:remote server )?(?<server>[\w.@/-]+): / },
    { means: 'lost', like: /^Failed to connect to MCP server "(?<server>[^"]+)": / },
  ],
  bare: 'as-above',
};
