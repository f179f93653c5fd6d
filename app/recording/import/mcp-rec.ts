import { isJsonObject, stringAt } from '../../base/json-value.ts';
import { frameEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type LineFormat, NO_PROCESS, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';
import { messageAt } from './message-text.ts';

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
  recognises: ({ objects }) =>
    objects.some((line) => typeof line.ts === 'number' && /->/.test(String(line.dir)) && 'msg' in line),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const direction = readDirection(value.dir);
      if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
      const unparsed = isJsonObject(value.msg) && value.msg._unparsed === true;
      const raw = unparsed ? stringAt(value.msg, '_raw') : messageAt(line.text, 'msg');
      if (raw === undefined) return strangeLine(line, journal, 'it has no message');
      return frameEntry(direction, raw, { epochMs: entryTime(value.ts, journal) });
    }),
};
