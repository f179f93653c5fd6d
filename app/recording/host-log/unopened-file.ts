import { tapCommand } from './host-log-format.ts';

/** A file in no supported format: what it is, by its first bytes or words, and what to do. */
type Known = { readonly what: string; readonly when: RegExp; readonly next: string; readonly host?: string };

const OPEN_MCP_LOG = 'Open the log that the host keeps of each server instead';

/** Host logs without server information, and other files often attached to issues. */
const KNOWN: readonly Known[] = [
  {
    what: 'a log of Zed',
    when: /^\d{4}-\d\d-\d\dT[\d:]+(?:Z|[+-]\d\d:\d\d) +(?:INFO|WARN|ERROR|DEBUG) +\[[\w:./-]+\] /m,
    next: 'It has no line about a context server',
    host: 'zed',
  },
  {
    what: 'a log of goose',
    when: /"target":"goose|\bgoose(?:_\w+)?::/,
    next: 'It has no line about an extension that failed',
    host: 'goose',
  },
  {
    what: 'a log of Codex',
    when: /\bcodex_(?:core|tui|exec|cli|mcp\w*|rmcp\w*)\b/,
    next: 'It has no line about an MCP server that failed',
  },
  {
    what: 'a debug log of Claude Code',
    when: /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z )?\[(?:DEBUG|ERROR|WARN|INFO)\] /m,
    next: 'It has no line about an MCP server',
    host: 'claude-code',
  },
  {
    what: 'a log of opencode',
    when: /^(?:INFO|DEBUG|WARN|ERROR) +\d{4}-\d\d-\d\dT[\d:]+ \+\d+ms service=/m,
    next: 'It has no line about an MCP server',
  },
  {
    what: 'a log of LM Studio',
    when: /^ ?\[(?:LMSAuthenticator|LM STUDIO SERVER)\]/m,
    next: 'It has no line about a server',
  },
  {
    what: 'a Cursor log without messages',
    when: /^\d{4}-\d\d-\d\d [\d:.]+ \[\w+\] .{0,200}\b(?:cursor|anysphere|CreateClient|ListOfferings)\b/im,
    next: OPEN_MCP_LOG,
    host: 'cursor',
  },
  {
    what: 'a log of VS Code, or of a program built on it',
    when: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \[(?:trace|debug|info|warning|error)\] /m,
    next: `${OPEN_MCP_LOG}: the command "MCP: List Servers", "Show Output"`,
    host: 'vscode',
  },
  {
    what: 'a log of npm',
    when: /^\d+ (?:verbose|silly|info|http|timing) /m,
    next: 'It says why a package was not installed',
  },
];

const LOOK_UP = 'paste its error lines into look-up (tierscope lookup -)';

/** What a text is that is not a recording, and what to do; undefined if unknown. */
export function unopenedText(head: string): string | undefined {
  const known = KNOWN.find(({ when }) => when.test(head));
  if (known === undefined) return undefined;
  const { what, next, host = '' } = known;
  return `This is ${what}. ${next}; ${LOOK_UP}, or wrap the server: ${tapCommand(host)}.`;
}

/** What to do with a text of unknown kind. */
export const WAY_ON = `If it is the log of a host, ${LOOK_UP}, or wrap the server: tierscope tap install.`;
