import { stringAt } from '../../base/json-value.ts';
import { frameEntry, sessionBody } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type LineFormat, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';
import { messageAt } from './message-text.ts';
import { processEnd } from './process-end.ts';

/** mcp-tape: a meta line, `{t, dir, raw}` per message, an end line. `in` goes to the server. */
export const mcpTape: LineFormat = {
  kind: 'lines',
  title: 'mcp-tape',
  notes: [REWRITTEN, NO_STDERR, 'mcp-tape leaves out lines of the server that are no JSON-RPC messages.'],
  recognises: ({ objects }) =>
    objects.some(
      (line) =>
        (line.v === 1 && line.type === 'meta' && 'startedAt' in line) ||
        ('t' in line && 'raw' in line && (line.dir === 'in' || line.dir === 'out')),
    ),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      if (value.type === 'meta') {
        const body = sessionBody(stringAt(value, 'label') ?? 'mcp-tape', value.command);
        return { epochMs: entryTime(value.startedAt, journal), body };
      }
      const epochMs = entryTime(value.t, journal);
      if (value.type === 'end') return { epochMs, body: processEnd(value.exitCode) };
      const direction = readDirection(value.dir);
      if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
      const raw = typeof value.raw === 'string' ? value.raw : messageAt(line.text, 'raw');
      if (raw === undefined) return strangeLine(line, journal, 'it has no message');
      return frameEntry(direction, raw, { epochMs });
    }),
};
