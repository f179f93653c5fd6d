import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { opposite } from '../../frame/record.ts';
import { type Entry, frameEntry, messageAt } from './entry.ts';
import {
  byTime,
  type DocumentFormat,
  type DocumentItem,
  documentItems,
  NO_PROCESS,
  NO_STDERR,
  REWRITTEN,
} from './foreign-format.ts';
import { DirectionGuess } from './guess-direction.ts';
import type { ImportJournal } from './import-journal.ts';

/** MCP Inspector 2.x, protocol export: answers are nested in their request's entry. */
export const inspectorProtocol: DocumentFormat = {
  kind: 'document',
  title: 'MCP Inspector, protocol export',
  notes: [
    REWRITTEN,
    'The Inspector folds an answer into its request: an answer’s time is the request’s time plus the duration.',
    'A frame that the Inspector’s SDK refused to read is not in the file.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ document }) => {
    const members = document?.kind === 'array' ? document.members : undefined;
    return (
      members !== undefined &&
      ['id', 'timestamp', 'direction', 'message'].every((key) => members.has(key)) &&
      /^"(request|response|notification)"$/.test(members.get('direction') ?? '')
    );
  },
  read: (text, journal) => {
    const guess = new DirectionGuess();
    return byTime(documentItems(text, journal).flatMap((item) => entriesOf(item, guess, journal)));
  },
};

function entriesOf(item: DocumentItem, guess: DirectionGuess, journal: ImportJournal): Entry[] {
  const raw = messageAt(item.text, 'message');
  if (raw === undefined) {
    journal.problem(item.line, 'This entry has no message and was left out.');
    return [];
  }
  const { value } = item;
  const epochMs = journal.timeOf(value.timestamp);
  const direction = originOf(value) ?? guess.next(raw);
  if (originOf(value) === undefined) {
    journal.note('Some entries do not say who sent them: their direction is guessed from the method.');
  }
  const entries = [frameEntry(direction, raw, { epochMs })];
  const answered = endOf(value, epochMs, journal);
  const answer = messageAt(item.text, 'response');
  if (answer !== undefined) entries.push(frameEntry(opposite(direction), answer, { epochMs: answered }));
  const client = clientEntry(value, answered);
  return client === undefined ? entries : [...entries, client];
}

function originOf(value: JsonObject): 'client-to-server' | 'server-to-client' | undefined {
  if (value.origin === 'client') return 'client-to-server';
  return value.origin === 'server' ? 'server-to-client' : undefined;
}

function endOf(value: JsonObject, epochMs: number | undefined, journal: ImportJournal): number | undefined {
  if (typeof value.duration === 'number' && epochMs !== undefined) return epochMs + value.duration;
  if (value.response !== undefined) {
    journal.note('Some answers have no duration: they are shown at the time of their request.');
  }
  return epochMs;
}

/** An event of the Inspector's own client: it gave up, or rejected the answer. */
function clientEntry(value: JsonObject, epochMs: number | undefined): Entry | undefined {
  const error = value.clientError;
  const message = typeof error === 'string' ? error : stringAt(error, 'message');
  if (message === undefined) return undefined;
  const id = isJsonObject(value.message) ? value.message.id : undefined;
  const event = /timed? ?out/i.test(message) ? 'timeout' : 'result-rejected';
  const named = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  return { epochMs, body: { type: 'client', event, message, ...named } };
}

/** MCP Inspector 2.x, console export: `{timestamp, message}`, only stderr. */
export const inspectorConsole: DocumentFormat = {
  kind: 'document',
  title: 'MCP Inspector, console export',
  notes: ['The console export holds stderr only: open the protocol export for the messages.', NO_PROCESS],
  recognizes: ({ document }) =>
    document?.kind === 'array' &&
    document.members.size === 2 &&
    document.members.has('timestamp') &&
    (document.members.get('message') ?? '').startsWith('"'),
  read: (text, journal) =>
    byTime(
      documentItems(text, journal).map(({ value }) => ({
        epochMs: journal.timeOf(value.timestamp),
        body: { type: 'stderr', text: (stringAt(value, 'message') ?? '').replace(/\r?\n$/, '') },
      })),
    ),
};
