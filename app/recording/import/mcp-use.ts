import { stringAt } from '../../base/json-value.ts';
import { type DocumentItem, documentItems, oldestFirst } from './document-array.ts';
import { type Entry, frameEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type DocumentFormat, NO_PROCESS, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';
import { readDirection } from './json-line.ts';
import { messageAt } from './message-text.ts';

/** The RPC traffic of mcp-use's inspector: the newest first, frames that repeat merged into one. */
export const mcpUse: DocumentFormat = {
  kind: 'document',
  title: 'mcp-use',
  notes: [
    REWRITTEN,
    'mcp-use exports only what its filter showed and merges frames that repeat: their number is shown, not their times.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognises: ({ document }) =>
    document?.kind === 'array' &&
    ['source', 'serverId', 'direction', 'message'].every((key) => document.members.has(key)) &&
    /^"(send|receive)"$/.test(document.members.get('direction') ?? ''),
  read: (text, journal) =>
    oldestFirst(documentItems(text, journal)).flatMap((item) => entriesOf(item, journal)),
};

function entriesOf({ text, value, line }: DocumentItem, journal: ImportJournal): Entry[] {
  if (value.source === 'widget') {
    journal.note(
      'The file also holds traffic between the host and a widget, which is no MCP session: it was left out.',
    );
    return [];
  }
  const direction = readDirection(value.direction);
  const raw = messageAt(text, 'message');
  if (direction === undefined || raw === undefined) {
    journal.problem(line, 'This entry has no direction or no message and was left out.');
    return [];
  }
  const place = { epochMs: entryTime(value.timestamp, journal), session: stringAt(value, 'serverId') };
  const frame = frameEntry(direction, raw, place);
  const repeats = typeof value.repeatCount === 'number' ? Math.floor(value.repeatCount) - 1 : 0;
  if (repeats <= 0) return [frame];
  const reason = 'mcp-use merged frames like the one above into it';
  return [frame, { ...place, body: { type: 'dropped', count: repeats, reason } }];
}
