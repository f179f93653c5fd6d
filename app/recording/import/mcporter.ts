import { isJsonObject, stringAt, writtenOut } from '../../base/json-value.ts';
import { withoutMember } from '../../wire/json-scan.ts';
import { frameEntry, markEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type LineFormat, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import { objectLines, readDirection, strangeLine } from './json-line.ts';

/** mcporter: each message with a top-level `_meta: {dir, server, ts}` of mcporter's own. */
export const mcporter: LineFormat = {
  kind: 'lines',
  title: 'mcporter',
  notes: [REWRITTEN, NO_STDERR, 'mcporter records when its transport opens and closes, but no exit codes.'],
  recognises: ({ objects }) =>
    objects.some(({ _meta }) => isJsonObject(_meta) && 'dir' in _meta && 'server' in _meta && 'ts' in _meta),
  start: (journal) =>
    objectLines(journal, (value, line) => {
      const meta = value._meta;
      if (!isJsonObject(meta)) return strangeLine(line, journal, 'it has no _meta of mcporter');
      const place = { epochMs: entryTime(meta.ts, journal), session: stringAt(meta, 'server') };
      if (meta.dir === 'lifecycle') {
        if (value.method === '$transport/start')
          return { ...place, body: { type: 'process', event: 'spawned' } };
        return markEntry(`mcporter: ${writtenOut(value.method)}`, place);
      }
      const direction = readDirection(meta.dir);
      if (direction === undefined) return strangeLine(line, journal, 'its direction is unknown');
      return frameEntry(direction, withoutMember(line.text, '_meta'), place);
    }),
};
