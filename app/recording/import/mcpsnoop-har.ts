import { isJsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { opposite } from '../../frame/record.ts';
import { onlySenderOf } from '../../protocol/methods.ts';
import { memberOf } from '../../wire/json-scan.ts';
import { byTime, type DocumentItem, documentItems } from './document-array.ts';
import { type Entry, frameEntry } from './entry.ts';
import { entryTime } from './entry-time.ts';
import { type DocumentFormat, NO_PROCESS, NO_STDERR } from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

const METHOD =
  /^mcp:\/\/(.*?)\/(initialize|ping|resources\/templates\/list|(?:tools|resources|prompts|completion|logging|sampling|elicitation|roots|tasks|server|subscriptions)\/[A-Za-z_]+)(?:\/.*)?$/;
const ANY_METHOD = /^mcp:\/\/([^/]*)\/(.+)$/;

/** The HAR that mcpsnoop exports: an entry per call, `mcp://server/method/tool`, params and result as bodies. */
export const mcpsnoopHar: DocumentFormat = {
  kind: 'document',
  title: 'HAR by mcpsnoop',
  notes: [
    'The file has no JSON-RPC ids: the calls were numbered, and the frames put together from their parts.',
    'Notifications and lines that are no calls are not in the file.',
    'The file gives tool errors and protocol errors the same status: their content tells them apart.',
    NO_STDERR,
    NO_PROCESS,
  ],
  recognises: ({ document, text }) =>
    document?.kind === 'object' && document.members.has('log') && /"mcp:\/\/|"name":\s*"mcpsnoop"/.test(text),
  read: (text, journal) => {
    const log = memberOf(text, 'log');
    const entries = log === undefined ? undefined : memberOf(text, 'entries', log.start);
    if (entries === undefined) return [];
    const comment = commentIn(text, log?.start ?? 0);
    if (comment !== undefined) journal.note(`The file says of itself: ${comment}`);
    const items = documentItems(text, journal, entries.start);
    return byTime(items.flatMap((item, index) => entriesOf(item, index + 1, journal)));
  },
};

function entriesOf({ value, line }: DocumentItem, id: number, journal: ImportJournal): Entry[] {
  const { request, response } = value;
  const url = stringAt(request, 'url') ?? '';
  const match = METHOD.exec(url) ?? ANY_METHOD.exec(url);
  if (match === null) {
    journal.problem(line, `The entry of ${url === '' ? 'no URL' : url} is no MCP call and was left out.`);
    return [];
  }
  const [, host = '', method = ''] = match;
  const session = unescaped(host);
  const params = stringAt(isJsonObject(request) ? request.postData : undefined, 'text');
  const direction = onlySenderOf(method) ?? 'client-to-server';
  const epochMs = entryTime(value.startedDateTime, journal);
  const call = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${params ? `,"params":${params}` : ''}}`;
  const entries = [frameEntry(direction, call, { epochMs, session })];
  const content = stringAt(isJsonObject(response) ? response.content : undefined, 'text') ?? '';
  if (content === '') return entries;
  const end = epochMs === undefined ? undefined : epochMs + (typeof value.time === 'number' ? value.time : 0);
  const answer = `{"jsonrpc":"2.0","id":${id},"${isErrorObject(content) ? 'error' : 'result'}":${content}}`;
  return [...entries, frameEntry(opposite(direction), answer, { epochMs: end, session })];
}

/** What mcpsnoop says beside the entries if it dropped frames. */
function commentIn(text: string, log: number): string | undefined {
  const place = memberOf(text, 'comment', log);
  if (place === undefined) return undefined;
  const value = parseJson(text.slice(place.start, place.end));
  return typeof value === 'string' ? value : undefined;
}

/** A JSON-RPC error object, not a result with `isError`. */
function isErrorObject(content: string): boolean {
  const value = parseJson(content);
  return isJsonObject(value) && 'code' in value && 'message' in value && !('content' in value);
}

function unescaped(host: string): string {
  try {
    return decodeURIComponent(host);
  } catch {
    return host;
  }
}
