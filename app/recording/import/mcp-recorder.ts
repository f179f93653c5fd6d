import { isJsonObject, numberOf, parseJson, stringAt } from '../../base/json-value.ts';
import { memberOf, memberText } from '../../wire/json-scan.ts';
import { type Entry, frameEntry, messageAt } from './entry.ts';
import {
  type DocumentFormat,
  type DocumentItem,
  documentItems,
  NO_PROCESS,
  NO_STDERR,
  REWRITTEN,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

/** An mcp-recorder cassette: interactions with request, response and duration. */
export const mcpRecorder: DocumentFormat = {
  kind: 'document',
  title: 'mcp-recorder',
  notes: [
    REWRITTEN,
    'The file has no time per frame: frames are placed one after the other by their latencies, from the start on.',
    'mcp-recorder does not record requests and notifications of the server.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognizes: ({ document }) =>
    document?.kind === 'object' && document.members.has('interactions') && document.members.has('metadata'),
  read: (text, journal) => {
    const metadata: unknown = parseJson(memberText(text, 'metadata') ?? '');
    const info = isJsonObject(metadata) ? metadata.server_info : undefined;
    const label = stringAt(info, 'name') ?? stringAt(metadata, 'server_url') ?? 'mcp-recorder';
    let clock = journal.timeOf(isJsonObject(metadata) ? metadata.recorded_at : undefined) ?? 0;
    const entries: Entry[] = [{ epochMs: clock, body: { type: 'session', label } }];
    const from = memberOf(text, 'interactions')?.start;
    for (const item of from === undefined ? [] : documentItems(text, journal, from)) {
      const end = clock + (typeof item.value.latency_ms === 'number' ? item.value.latency_ms : 0);
      for (const entry of entriesOf(item, clock, end, journal)) entries.push(entry);
      clock = end;
    }
    return entries;
  },
};

function entriesOf(
  { text, value }: DocumentItem,
  start: number,
  end: number,
  journal: ImportJournal,
): Entry[] {
  const request = messageAt(text, 'request');
  const response = messageAt(text, 'response');
  if (request === undefined && response === undefined) {
    journal.note(
      'Interactions without a message (HTTP requests that only open or close a session) were left out.',
    );
    return [];
  }
  if (response === undefined && numberOf(value.response_status) >= 400) {
    journal.note(
      'Some requests got an HTTP error without a JSON-RPC answer: they are shown without an answer.',
    );
  }
  return [
    ...(request === undefined ? [] : [frameEntry('client-to-server', request, { epochMs: start })]),
    ...(response === undefined ? [] : [frameEntry('server-to-client', response, { epochMs: end })]),
  ];
}
