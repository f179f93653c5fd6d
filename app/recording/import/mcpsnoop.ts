import { isJsonObject, type JsonObject, parseJson, stringAt, writtenOut } from '../../base/json-value.ts';
import { percentDecoded } from '../../base/percent-decoded.ts';
import { opposite } from '../../frame/record.ts';
import { onlySenderOf } from '../../protocol/methods.ts';
import { memberOf, memberText } from '../../wire/json-scan.ts';
import { type Entry, frameEntry, sessionBody } from './entry.ts';
import {
  byTime,
  type DocumentFormat,
  type DocumentItem,
  documentItems,
  type ForeignLine,
  type LineFormat,
  lineFrame,
  NO_PROCESS,
  NO_STDERR,
  objectLines,
} from './foreign-format.ts';
import type { ImportJournal } from './import-journal.ts';

/** mcpsnoop's session log: one envelope per observed event and line, with the message verbatim in `raw`. */
export const mcpsnoop: LineFormat = {
  kind: 'lines',
  title: 'mcpsnoop',
  notes: [NO_PROCESS],
  recognizes: ({ objects }) =>
    objects.some((line) => 'session_id' in line && 'direction' in line && 'ts' in line && 'seq' in line),
  start: (journal) => {
    const sessions = new SessionNames();
    const seqs = new Map<string, number>();
    return objectLines(journal, (value, line) => {
      noteGap(value, line, seqs, journal);
      return entryOf(value, line, sessions.of(value), journal);
    });
  },
};

function entryOf(
  value: JsonObject,
  line: ForeignLine,
  session: string,
  journal: ImportJournal,
): Entry | undefined {
  const place = { epochMs: journal.timeOf(value.ts), session };
  noteMarks(value, journal);
  if (value.direction === 'meta') {
    const meta = isJsonObject(value.raw) ? value.raw : {};
    return {
      ...place,
      body: sessionBody(stringAt(value, 'server_label') ?? session, meta.command, meta.cwd),
    };
  }
  if (value.direction === 'stderr') {
    return { ...place, body: { type: 'stderr', text: stringAt(value, 'text') ?? '' } };
  }
  const raw = stringAt(value, 'tierscope_raw') ?? memberText(line.text, 'raw') ?? stringAt(value, 'text');
  return lineFrame({ line, journal }, value.direction, raw, place);
}

function noteMarks(value: JsonObject, journal: ImportJournal): void {
  if (value.truncated === true)
    journal.note('mcpsnoop cut some frames at its size limit and does not say by how much.');
  if (value.redacted === true) journal.note('mcpsnoop replaced secrets in some frames.');
  if (value.batch === true)
    journal.note('mcpsnoop took batches apart: their messages are shown as single frames.');
}

/** A gap in mcpsnoop's own numbers means dropped frames. */
function noteGap(
  value: JsonObject,
  line: ForeignLine,
  seqs: Map<string, number>,
  journal: ImportJournal,
): void {
  const id = writtenOut(value.session_id);
  const seq = value.seq;
  if (typeof seq !== 'number') return;
  const missing = seq - (seqs.get(id) ?? seq - 1) - 1;
  if (missing > 0) journal.problem(line.line, `mcpsnoop dropped ${missing} events before this line.`);
  seqs.set(id, seq);
}

/** Names sessions by their label; ids are unique only within one connection. */
class SessionNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** Where the search for a free name continues, by label. */
  readonly #numbers = new Map<string, number>();

  of(value: JsonObject): string {
    const key = JSON.stringify([value.session_id, value.conn_id ?? '']);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const label = stringAt(value, 'server_label') || writtenOut(value.session_id);
    let number = this.#numbers.get(label) ?? 1;
    let name = number === 1 ? label : `${label} ${number}`;
    for (; this.#taken.has(name); name = `${label} ${number}`) number += 1;
    this.#numbers.set(label, number);
    this.#taken.add(name);
    this.#names.set(key, name);
    return name;
  }
}

const METHOD =
  /^mcp:\/\/(.*?)\/(initialize|ping|resources\/templates\/list|(?:tools|resources|prompts|completion|logging|sampling|elicitation|roots|tasks|server|subscriptions)\/[A-Za-z_]+)(?:\/.*)?$/;
const ANY_METHOD = /^mcp:\/\/([^/]*)\/(.+)$/;

/** mcpsnoop's HAR export: one entry per call, `mcp://server/method/tool`, params and result as bodies. */
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
  recognizes: ({ document, text }) =>
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
    journal.problem(line, `The entry of ${url === '' ? 'no URL' : url} is not an MCP call and was left out.`);
    return [];
  }
  const [, host = '', method = ''] = match;
  const session = percentDecoded(host);
  const params = stringAt(isJsonObject(request) ? request.postData : undefined, 'text');
  const direction = onlySenderOf(method) ?? 'client-to-server';
  const epochMs = journal.timeOf(value.startedDateTime);
  const call = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}${params ? `,"params":${params}` : ''}}`;
  const entries = [frameEntry(direction, call, { epochMs, session })];
  const content = stringAt(isJsonObject(response) ? response.content : undefined, 'text') ?? '';
  if (content === '') return entries;
  const end = epochMs === undefined ? undefined : epochMs + (typeof value.time === 'number' ? value.time : 0);
  const answer = `{"jsonrpc":"2.0","id":${id},"${isErrorObject(content) ? 'error' : 'result'}":${content}}`;
  return [...entries, frameEntry(opposite(direction), answer, { epochMs: end, session })];
}

/** mcpsnoop's note, next to the entries, on dropped frames. */
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
