import { type JsonObject, stringAt } from '../../base/json-value.ts';
import { type EntryBody, markEntry } from './entry.ts';
import { type LineFormat, objectLines, strangeLine } from './foreign-format.ts';

// The form and the sentences: logs of Claude Code 2.0 to 2.1.247 quoted in public repositories, and
// anthropics/claude-code#17653 (stderr stands under "error", also if it is not an error) and #30147.
const STDERR = 'Server stderr: ';
const STARTS = /^Starting connection with timeout\b/;
const SPAWN_FAILED = /\bspawn \S.* E[A-Z]{3,}\b/;
/** A failure is logged twice; only the first time with the milliseconds that it took. */
const FAILED = /^Connection failed after\b/;

/** Claude Code's log of one server, `mcp-logs-<server>/<time>.jsonl`: what it did, and stderr; no messages. */
export const claudeCodeLog: LineFormat = {
  kind: 'lines',
  title: 'Claude Code MCP log',
  notes: [
    'Claude Code logs what it did with a server, and no messages: there is nothing to pair or to analyze.',
    'The name of the server is the name of the folder that holds the file.',
    'Lines of stderr stand in the file as Claude Code read them, often several at once.',
    'Claude Code does not log exit codes, nor lines of the server’s stdout that are not JSON.',
  ],
  recognizes: ({ objects }) => objects.length > 0 && objects.every(isEntry),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const text = entryText(value);
      if (text === undefined) return strangeLine(line, journal, 'it has neither "debug" nor "error"');
      const place = 'timestamp' in value ? { epochMs: journal.timeOf(value.timestamp) } : {};
      const body = bodyOf(text);
      return body === undefined ? markEntry(text, place) : { ...place, body };
    }),
};

const MEMBERS = new Set(['debug', 'error', 'timestamp', 'sessionId', 'cwd']);

function isEntry(value: JsonObject): boolean {
  return entryText(value) !== undefined && Object.keys(value).every((name) => MEMBERS.has(name));
}

function entryText(value: JsonObject): string | undefined {
  return stringAt(value, 'debug') ?? stringAt(value, 'error');
}

/** The record of a sentence that tells for certain how the connection went; undefined for all others. */
function bodyOf(text: string): EntryBody | undefined {
  if (text.startsWith(STDERR)) return { type: 'stderr', text: text.slice(STDERR.length).trimEnd() };
  if (STARTS.test(text)) return { type: 'process', event: 'spawned' };
  if (!FAILED.test(text)) return undefined;
  if (SPAWN_FAILED.test(text)) return { type: 'process', event: 'spawn-failed', message: text };
  if (/\btimed out\b/.test(text)) return { type: 'client', event: 'timeout', message: text };
  if (!/\bConnection closed\b/.test(text)) return undefined;
  return { type: 'process', event: 'exited', exitCode: null, message: text };
}
