import { type Entry, frameEntry, markEntry } from './entry.ts';
import type { LineFormat } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

// 2025-09-30T01:18:25.032Z [name] [info] Message from client: {…} { metadata: undefined }
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\s+(?:\[([^\]]*)\]\s+)?\[(info|error|warn|warning|debug)\]\s?(.*)$/s;
const MESSAGE = /^Message from (client|server): (.*)$/s;
// V8's words for a text that is not JSON, which quote up to 40 characters whole, and of more the place of the fault.
// The same words may stand in the stack that follows them.
const NOT_JSON =
  /^(?:SyntaxError: )?(?:Unexpected token '.{1,2}', )?(\.\.\.)?"(.+?)"(\.\.\.)? is not valid JSON/s;
/** How its starter names a command that is not in the PATH it gives; the command itself stands in a line before. */
const NOT_SPAWNED = /^Failed to spawn process: (.+)$/;
const EXITED = /transport closed unexpectedly/i;
const CUT = /\.\.\.\[\d+ chars truncated\]\.\.\./;

/** Claude Desktop's log of one server (`mcp-server-NAME.log`): messages, its own words, and bare stderr lines. */
export const claudeDesktopLog: LineFormat = {
  kind: 'lines',
  title: 'Claude Desktop log',
  notes: [
    'Claude Desktop parses messages and writes them again: key order and number forms may differ from the wire.',
    'Lines of the server without a time are stderr: they are shown at the time of the line above.',
    'Claude Desktop does not log exit codes.',
    'Of a line of the server’s stdout that is not JSON, Claude Desktop logs what its parser says of it: the frame is what that quotes of the line.',
  ],
  recognizes: ({ lines }) =>
    lines.some((line) => {
      const entry = LINE.exec(line)?.[4];
      return (
        entry !== undefined && (MESSAGE.test(entry) || /^(Initializing server|Server started)/.test(entry))
      );
    }),
  start: (journal) => {
    const own = new OwnLines();
    let session: string | undefined;
    let command = 'process';
    let folders: string[] = [];
    let hasFailed = false;
    return ({ text }) => {
      const line = text.replace(/\r$/, '');
      const match = LINE.exec(line);
      const reason = NOT_SPAWNED.exec(line)?.[1];
      if (reason !== undefined) {
        hasFailed = true;
        const where = folders.length === 0 ? '' : ` (looked in ${folders.join(', ')})`;
        const message = `Failed to spawn ${command}: ${reason}${where}`;
        return { session, body: { type: 'process', event: 'spawn-failed', message } };
      }
      if (match === null) {
        if (/\bpaths: \[/.test(line)) folders = [];
        folders.push(...(/^\s+'([^']+)',?$/.exec(line)?.slice(1) ?? []));
        return own.holds(line)
          ? markEntry(line, { session })
          : { session, body: { type: 'stderr', text: line } };
      }
      const entry = withoutMetadata(match[4] ?? '');
      session = match[2] ?? session;
      own.begin(entry);
      command = /^Using MCP server command: (\S+) with args/.exec(entry)?.[1] ?? command;
      if (entry.startsWith('Initializing server')) hasFailed = false;
      const of = hasFailed && EXITED.test(entry) ? markEntry(entry) : entryOf(entry, journal);
      return { ...of, epochMs: journal.timeOf(match[1]), session };
    };
  },
};

/** Tells which lines without a time go on with what Claude Desktop said: objects over many lines, and stacks. */
class OwnLines {
  #ownLine = false;
  #open = false;

  begin(entry: string): void {
    this.#ownLine = !MESSAGE.test(entry);
    this.#open = this.#ownLine && /[{[]$/.test(entry);
  }

  holds(line: string): boolean {
    const isOwn = this.#open || (this.#ownLine && /^\s+at /.test(line));
    // Only the outermost bracket closes at the margin.
    if (/^[}\]]/.test(line)) this.#open = false;
    this.#ownLine &&= isOwn;
    return isOwn;
  }
}

/** Without the note at the end of newer logs, ` { metadata: undefined }`; a message may hold the same words. */
function withoutMetadata(entry: string): string {
  const start = entry.lastIndexOf(' { metadata: ');
  return start < 0 || !/ \}(?: %o)?$/.test(entry) ? entry : entry.slice(0, start);
}

function entryOf(entry: string, journal: ImportJournal): Entry {
  const message = MESSAGE.exec(entry);
  if (message === null) return printedLine(entry, journal) ?? own(entry);
  const raw = message[2] ?? '';
  if (CUT.test(raw)) {
    journal.note(
      'Claude Desktop cut the middle out of long messages ("...[N chars truncated]..."): these are marks.',
    );
    return markEntry(`A message from the ${message[1]}, cut by Claude Desktop: ${raw}`);
  }
  return frameEntry(message[1] === 'client' ? 'client-to-server' : 'server-to-client', raw);
}

/** The line of stdout that Claude Desktop could not read, as far as its parser quotes it. */
function printedLine(entry: string, journal: ImportJournal): Entry | undefined {
  const quoted = NOT_JSON.exec(entry);
  if (quoted === null) return undefined;
  const [, before = '', text = '', after = ''] = quoted;
  if (before + after !== '') {
    journal.note(
      'Of long lines that are not JSON, Claude Desktop quotes a part only: dots stand for the rest.',
    );
  }
  return frameEntry('server-to-client', `${before}${text}${after}`);
}

/** What Claude Desktop itself says of the server. */
function own(entry: string): Entry {
  if (entry.startsWith('Initializing server')) return { body: { type: 'process', event: 'spawned' } };
  if (EXITED.test(entry)) {
    return { body: { type: 'process', event: 'exited', exitCode: null, message: entry } };
  }
  if (/^(?:spawn \S+ E[A-Z]+|Failed to (?:spawn|start))/i.test(entry)) {
    return { body: { type: 'process', event: 'spawn-failed', message: entry } };
  }
  return markEntry(entry);
}
