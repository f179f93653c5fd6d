import { isJsonObject, type JsonObject, stringAt, writtenOut } from '../../base/json-value.ts';
import { type EntryBody, frameEntry, sessionBody } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type LineFormat, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';
import { messageAt } from './message-text.ts';
import { processEnd } from './process-end.ts';

/** mcptap by furkan708: `{ts, dir, data}` per message and `{ts, event, …}` for the process. */
export const mcptapFurkan: LineFormat = {
  kind: 'lines',
  title: 'mcptap (furkan708)',
  notes: [REWRITTEN, NO_STDERR, 'The file does not say when the client closed the server’s stdin.'],
  recognises: ({ objects }) =>
    objects.some(
      (line) =>
        typeof line.ts === 'number' &&
        (('data' in line && readDirection(line.dir) !== undefined) || typeof line.event === 'string'),
    ),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const epochMs = entryTime(value.ts, journal);
      if (typeof value.event === 'string') return { epochMs, body: eventBody(value.event, value) };
      const direction = readDirection(value.dir);
      if (direction === undefined) return strangeLine(line, journal, 'it has no direction');
      const raw = unreadable(value.data) ?? messageAt(line.text, 'data');
      if (raw === undefined) return strangeLine(line, journal, 'it has no message');
      return frameEntry(direction, raw, { epochMs });
    }),
};

/** A line that was not JSON is kept as `data: {raw}`, with its line feed. */
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
