import { stringAt, writtenOut } from '../../base/json-value.ts';
import type { Direction } from '../../frame/record.ts';
import { type DocumentItem, documentItems, oldestFirst } from './document-array.ts';
import { type Entry, frameEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type DocumentFormat, NO_PROCESS, NO_STDERR, REWRITTEN } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';
import { messageAt } from './message-text.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  SEND: 'client-to-server',
  RECEIVE: 'server-to-client',
};

/** MCPJam's JSON-RPC log: the newest first, what its filter let through, 1,000 entries at most. */
export const mcpjam: DocumentFormat = {
  kind: 'document',
  title: 'MCPJam',
  notes: [
    REWRITTEN,
    'MCPJam exports only what its filter showed, and at most the last 1,000 entries: more may have been on the wire.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognises: ({ document }) =>
    document?.kind === 'array' &&
    ['timestamp', 'serverId', 'direction', 'payload'].every((key) => document.members.has(key)),
  read: (text, journal) =>
    oldestFirst(documentItems(text, journal)).flatMap((item) => entryOf(item, journal) ?? []),
};

function entryOf({ text, value, line }: DocumentItem, journal: ImportJournal): Entry | undefined {
  const direction = DIRECTIONS[writtenOut(value.direction).toUpperCase()];
  const raw = messageAt(text, 'payload');
  if (typeof value.source === 'string' && value.source !== 'mcp-server') {
    journal.note(
      'The file also holds traffic between MCPJam and a widget, which is no MCP session: it was left out.',
    );
    return undefined;
  }
  if (direction === undefined || raw === undefined) {
    journal.problem(line, 'This entry has no direction or no payload and was left out.');
    return undefined;
  }
  const session = stringAt(value, 'serverName') ?? stringAt(value, 'serverId');
  return frameEntry(direction, raw, { epochMs: entryTime(value.timestamp, journal), session });
}
