import { stringAt } from '../../base/json-value.ts';
import { frameEntry, sessionBody } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type LineFormat, NO_PROCESS, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';
import { messageAt } from './message-text.ts';

/** MCP-VCR with its format `ndjson`: a line of `_type: meta`, then `{t, dir, payload}` with t in milliseconds. */
export const mcpVcrLines: LineFormat = {
  kind: 'lines',
  title: 'MCP-VCR, lines',
  notes: [REWRITTEN, NO_STDERR, NO_PROCESS],
  recognises: ({ objects }) =>
    objects.some((line) => line._type === 'meta' && 'recorded_at' in line) ||
    objects.some(
      (line) => typeof line.t === 'number' && 'payload' in line && readDirection(line.dir) !== undefined,
    ),
  start: (journal) => {
    let start = 0;
    return objectLines(journal, (value, line) => {
      if (value._type === 'meta') {
        start = entryTime(value.recorded_at, journal) ?? 0;
        return {
          epochMs: start,
          body: sessionBody(stringAt(value, 'session_id') ?? 'MCP-VCR', value.server_command),
        };
      }
      const direction = readDirection(value.dir);
      const raw = messageAt(line.text, 'payload');
      if (direction === undefined || raw === undefined) {
        return strangeLine(line, journal, 'it has no direction or no payload');
      }
      return frameEntry(direction, raw, { epochMs: start + (typeof value.t === 'number' ? value.t : 0) });
    });
  },
};
