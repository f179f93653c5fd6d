import { isJsonObject, type JsonObject, stringAt, writtenOut } from '../../base/json-value.ts';
import { withoutMember } from '../../wire/json-scan.ts';
import { type EntryBody, markEntry, messageAt, processEnd, sessionBody } from './entry.ts';
import {
  type LineFormat,
  lineFrame,
  NO_PROCESS,
  NO_STDERR,
  objectLines,
  REWRITTEN,
  readDirection,
  strangeLine,
} from './foreign-format.ts';

/** mcp-tape: a meta line, `{t, dir, raw}` per message, an end line. `in` is to the server. */
export const mcpTape: LineFormat = {
  kind: 'lines',
  title: 'mcp-tape',
  notes: [REWRITTEN, NO_STDERR, 'mcp-tape leaves out lines of the server that are not JSON-RPC messages.'],
  recognizes: ({ objects }) =>
    objects.some(
      (line) =>
        (line.v === 1 && line.type === 'meta' && 'startedAt' in line) ||
        ('t' in line && 'raw' in line && (line.dir === 'in' || line.dir === 'out')),
    ),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      if (value.type === 'meta') {
        const body = sessionBody(stringAt(value, 'label') ?? 'mcp-tape', value.command);
        return { epochMs: journal.timeOf(value.startedAt), body };
      }
      const epochMs = journal.timeOf(value.t);
      if (value.type === 'end') return { epochMs, body: processEnd(value.exitCode) };
      const raw = typeof value.raw === 'string' ? value.raw : messageAt(line.text, 'raw');
      return lineFrame({ line, journal }, value.dir, raw, { epochMs });
    }),
};

/** mcp-rec: `{ts, dir, msg}` per line; a line that was not JSON is `msg: {_raw, _unparsed: true}`. */
export const mcpRec: LineFormat = {
  kind: 'lines',
  title: 'mcp-rec',
  notes: [
    REWRITTEN,
    NO_STDERR,
    NO_PROCESS,
    'mcp-rec appends every run to one file without a mark between them: ids may repeat.',
  ],
  recognizes: ({ objects }) =>
    objects.some((line) => typeof line.ts === 'number' && /->/.test(String(line.dir)) && 'msg' in line),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const unparsed = isJsonObject(value.msg) && value.msg._unparsed === true;
      const raw = unparsed ? stringAt(value.msg, '_raw') : messageAt(line.text, 'msg');
      return lineFrame({ line, journal }, value.dir, raw, { epochMs: journal.timeOf(value.ts) });
    }),
};

/** mcporter: each message with mcporter's own top-level `_meta: {dir, server, ts}`. */
export const mcporter: LineFormat = {
  kind: 'lines',
  title: 'mcporter',
  notes: [REWRITTEN, NO_STDERR, 'mcporter records when its transport opens and closes, but no exit codes.'],
  recognizes: ({ objects }) =>
    objects.some(({ _meta }) => isJsonObject(_meta) && 'dir' in _meta && 'server' in _meta && 'ts' in _meta),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const meta = value._meta;
      if (!isJsonObject(meta)) return strangeLine(line, journal, 'it has no _meta of mcporter');
      const place = { epochMs: journal.timeOf(meta.ts), session: stringAt(meta, 'server') };
      if (meta.dir === 'lifecycle') {
        if (value.method === '$transport/start')
          return { ...place, body: { type: 'process', event: 'spawned' } };
        return markEntry(`mcporter: ${writtenOut(value.method)}`, place);
      }
      return lineFrame({ line, journal }, meta.dir, withoutMember(line.text, '_meta'), place);
    }),
};

/** mcptap by furkan708: `{ts, dir, data}` per message and `{ts, event, …}` for the process. */
export const mcptapFurkan: LineFormat = {
  kind: 'lines',
  title: 'mcptap (furkan708)',
  notes: [REWRITTEN, NO_STDERR, 'The file does not say when the client closed the server’s stdin.'],
  recognizes: ({ objects }) =>
    objects.some(
      (line) =>
        typeof line.ts === 'number' &&
        (('data' in line && readDirection(line.dir) !== undefined) || typeof line.event === 'string'),
    ),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const epochMs = journal.timeOf(value.ts);
      if (typeof value.event === 'string') return { epochMs, body: eventBody(value.event, value) };
      const raw = unreadable(value.data) ?? messageAt(line.text, 'data');
      return lineFrame({ line, journal }, value.dir, raw, { epochMs });
    }),
};

/** A line that was not JSON is stored as `data: {raw}`, with its line feed. */
function unreadable(data: unknown): string | undefined {
  if (!isJsonObject(data) || Object.keys(data).length !== 1) return undefined;
  return stringAt(data, 'raw')?.replace(/\n$/, '');
}

function eventBody(event: string, value: JsonObject): EntryBody {
  switch (event) {
    case 'start':
      return sessionBody(labelOf(value.argv), value.argv);
    case 'exit':
      return processEnd(value.code);
    case 'server_stdout_closed':
      return { type: 'mark', label: 'The server closed its stdout.' };
    case 'server_stdin_closed':
      return { type: 'mark', label: 'The server closed its stdin.' };
    default:
      return { type: 'mark', label: `mcptap: ${event}` };
  }
}

function labelOf(argv: unknown): string {
  const last = Array.isArray(argv)
    ? argv.map(writtenOut).findLast((word) => !word.startsWith('-'))
    : undefined;
  return last ?? 'mcptap';
}
