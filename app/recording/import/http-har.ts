import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { headerOf } from '../../frame/http-record.ts';
import { HttpWriter, purposeOf } from '../../frame/http-writer.ts';
import { HttpSecrets } from '../../frame/redaction/http-secrets.ts';
import { memberOf } from '../../wire/json-scan.ts';
import type { Entry } from './entry.ts';
import { byTime, type DocumentFormat, documentItems } from './foreign-format.ts';
import { bytesOfBase64, HttpSessions } from './http-sessions.ts';
import type { ImportJournal } from './import-journal.ts';

/** A HAR file from a browser or proxy (HAR 1.2): both directions of each exchange, without chunk times. */
export const httpHar: DocumentFormat = {
  kind: 'document',
  title: 'HAR',
  notes: [
    'The file has no times of chunks: what an event stream brought is shown at the end of its exchange.',
    'Secrets of heads, queries and authorization bodies were replaced; session ids have names such as sid-1.',
  ],
  recognizes: ({ document, text }) =>
    document?.kind === 'object' && document.members.has('log') && /"(?:entries|creator)"\s*:/.test(text),
  read: (text, journal) => {
    const log = memberOf(text, 'log');
    const list = log === undefined ? undefined : memberOf(text, 'entries', log.start);
    if (list === undefined) {
      journal.problem(0, 'This HAR has no entries.');
      return [];
    }
    const reader = new HarReader(journal);
    for (const [index, { value, line }] of documentItems(text, journal, list.start).entries())
      reader.take(value, index + 1, line);
    return byTime(reader.entries);
  },
};

class HarReader {
  readonly #journal: ImportJournal;
  readonly entries: Entry[] = [];
  readonly #secrets = new HttpSecrets();
  readonly #sessions = new HttpSessions((entry) => this.entries.push(entry));

  constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  take(value: JsonObject, x: number, line: number): void {
    const { request, response } = value;
    const url = stringAt(request, 'url');
    if (!isJsonObject(request) || url === undefined) {
      this.#journal.problem(line, `Entry ${x} has no request with an address, and was left out.`);
      return;
    }
    const startMs = this.#journal.timeOf(value.startedDateTime);
    const body = stringAt(request.postData, 'text') ?? '';
    const method = stringAt(request, 'method') ?? 'GET';
    const headers = pairsOf(request.headers);
    const asked = { method, url, headers, purpose: purposeOf(method, url, body) };
    if (!isOfMcp(asked, body, response)) {
      this.#journal.note('Requests that are no part of MCP were left out.');
      return;
    }
    const session = this.#sessions.of(asked, body, () => this.#secrets.url(url), startMs);
    let at = startMs;
    const writer = new HttpWriter(x, this.#secrets, (written) => {
      this.entries.push({ epochMs: at, session, body: written });
    });
    writer.request(asked, body);
    const timeMs = typeof value.time === 'number' && value.time > 0 ? value.time : 0;
    if (startMs !== undefined) at = startMs + timeMs;
    this.#answer(writer, session, response);
  }

  #answer(writer: HttpWriter, session: string, response: unknown): void {
    const status = isJsonObject(response) && typeof response.status === 'number' ? response.status : 0;
    if (!isJsonObject(response) || status < 100) {
      const message = stringAt(response, '_error') ?? 'no response';
      const [, code] = /\b(?:net::)?(ERR_\w+|E[A-Z]{4,})\b/.exec(message) ?? [];
      writer.failed({ phase: 'connect', ...(code === undefined ? {} : { code }), message });
      return;
    }
    const headers = pairsOf(response.headers);
    this.#sessions.answered(session, status, headers);
    writer.response({ status, reason: stringAt(response, 'statusText') ?? '', headers });
    const content = isJsonObject(response.content) ? response.content : {};
    const text = stringAt(content, 'text') ?? '';
    this.#sessions.streamed(session, text);
    writer.chunk(content.encoding === 'base64' ? bytesOfBase64(text) : new TextEncoder().encode(text));
    const size = typeof content.size === 'number' ? content.size : 0;
    // Browsers keep no body for a stream that was still open.
    if (text === '' && size > 0) writer.elide(size);
    writer.end('complete');
  }
}

type Asked = { readonly method: string; readonly headers: [string, string][]; readonly purpose: string };

function isOfMcp({ method, headers, purpose }: Asked, body: string, response: unknown): boolean {
  if (purpose !== 'mcp' || /"jsonrpc"\s*:/.test(body)) return true;
  const types = `${headerOf(headers, 'accept')} ${headerOf(pairsOf(isJsonObject(response) ? response.headers : []), 'content-type')}`;
  if (method === 'GET') return types.includes('text/event-stream');
  return (headerOf(headers, 'mcp-session-id') ?? headerOf(headers, 'mcp-protocol-version')) !== undefined;
}

/** HAR writes headers as `{name, value}`. */
function pairsOf(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header): [string, string][] => {
    const [name, value] = [stringAt(header, 'name'), stringAt(header, 'value')];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}
