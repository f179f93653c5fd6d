import { stringAt } from '../../base/json-value.ts';
import { type Entry, frameEntry, messageAt } from './entry.ts';
import {
  type DocumentFormat,
  type DocumentItem,
  documentItems,
  NO_PROCESS,
  NO_STDERR,
  oldestFirst,
  REWRITTEN,
  readDirection,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

/** RPC traffic from mcp-use's inspector: newest first, repeated frames merged. */
export const mcpUse: DocumentFormat = {
  kind: 'document',
  title: 'mcp-use',
  notes: [
    REWRITTEN,
    'mcp-use exports only what its filter showed and merges frames that repeat: their number is shown, not their times.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ document }) =>
    document?.kind === 'array' &&
    ['source', 'serverId', 'direction', 'message'].every((key) => document.members.has(key)) &&
    /^"(send|receive)"$/.test(document.members.get('direction') ?? ''),
  read: (text, journal) =>
    oldestFirst(documentItems(text, journal)).flatMap((item) => entriesOf(item, journal)),
};

const OF_WIDGET =
  'The file also holds traffic between the host and a widget, which is not an MCP session: it was left out.';

function frameOf(
  { text, value, line }: DocumentItem,
  member: string,
  session: string | undefined,
  journal: ImportJournal,
): Entry | undefined {
  const direction = readDirection(value.direction);
  const raw = messageAt(text, member);
  if (direction !== undefined && raw !== undefined)
    return frameEntry(direction, raw, { epochMs: journal.timeOf(value.timestamp), session });
  journal.problem(line, `This entry has no direction or no ${member} and was left out.`);
  return undefined;
}

function entriesOf(item: DocumentItem, journal: ImportJournal): Entry[] {
  const { value } = item;
  if (value.source === 'widget') {
    journal.note(OF_WIDGET);
    return [];
  }
  const frame = frameOf(item, 'message', stringAt(value, 'serverId'), journal);
  if (frame === undefined) return [];
  const repeats = typeof value.repeatCount === 'number' ? Math.floor(value.repeatCount) - 1 : 0;
  if (repeats <= 0) return [frame];
  const reason = 'mcp-use merged frames like the one above into it';
  return [frame, { ...frame, body: { type: 'dropped', count: repeats, reason } }];
}

/** MCPJam's JSON-RPC log: newest first, filtered, at most 1,000 entries. */
export const mcpjam: DocumentFormat = {
  kind: 'document',
  title: 'MCPJam',
  notes: [
    REWRITTEN,
    'MCPJam exports only what its filter showed, and at most the last 1,000 entries: more may have been on the wire.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ document }) =>
    document?.kind === 'array' &&
    ['timestamp', 'serverId', 'direction', 'payload'].every((key) => document.members.has(key)),
  read: (text, journal) =>
    oldestFirst(documentItems(text, journal)).flatMap((item) => entryOf(item, journal) ?? []),
};

function entryOf(item: DocumentItem, journal: ImportJournal): Entry | undefined {
  const { value } = item;
  if (typeof value.source !== 'string' || value.source === 'mcp-server')
    return frameOf(item, 'payload', stringAt(value, 'serverName') ?? stringAt(value, 'serverId'), journal);
  journal.note(OF_WIDGET);
  return undefined;
}
