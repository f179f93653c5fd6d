import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { headerOf, pathOf } from '../../frame/http-record.ts';
import { HttpWriter, purposeOf } from '../../frame/http-writer.ts';
import { HttpSecrets } from '../../frame/redaction/http-secrets.ts';
import { type Entry, processEnd } from './entry.ts';
import { type DocumentFormat, objectLines } from './foreign-format.ts';
import { bytesOfBase64, HttpSessions } from './http-sessions.ts';
import type { ImportJournal } from './import-journal.ts';

const FORMAT = 'http-exchanges';

/** Raw HTTP exchanges from a plain reverse proxy: one line for each head, each read of a body, and each end. */
export const httpExchanges: DocumentFormat = {
  kind: 'document',
  title: 'HTTP exchanges',
  notes: [
    'Secrets of heads, queries and authorization bodies were replaced; session ids have names such as sid-1.',
  ],
  recognizes: ({ objects }) => objects.some((line) => line.ev === 'header' && line.format === FORMAT),
  read: (text, journal) => {
    const reader = new ExchangesReader(journal, legacyPaths(text));
    const take = objectLines(journal, (value, { line }) => {
      reader.take(value, line);
      return undefined;
    });
    const lines = text.split('\n');
    for (const [at, line] of lines.entries())
      if (line.trim() !== '') take({ text: line, line: at + 1, whole: at < lines.length - 1 });
    return reader.end();
  },
};

type Pending = { readonly event: JsonObject; text: string; elided: number };
type Open = { readonly writer: HttpWriter; readonly session: string; hasResponse: boolean };

class ExchangesReader {
  readonly #journal: ImportJournal;
  readonly #entries: Entry[] = [];
  readonly #sessions: HttpSessions;
  readonly #secrets = new HttpSecrets();
  readonly #asked = new Map<number, Pending>();
  readonly #open = new Map<number, Open>();
  #startMs = 0;
  #host = '';
  #epochMs: number | undefined;
  #last = '';

  constructor(journal: ImportJournal, legacy: ReadonlySet<string>) {
    this.#journal = journal;
    this.#sessions = new HttpSessions((entry) => this.#entries.push(entry), legacy);
  }

  take(value: JsonObject, line: number): void {
    const { ev, t, x } = value;
    if (ev === 'header') this.#startMs = this.#journal.timeOf(value.startedAt) ?? 0;
    if (typeof t === 'number' && Number.isFinite(t)) this.#epochMs = this.#startMs + t;
    if (ev === 'process') this.#process(value);
    if (x === undefined) return;
    if (typeof x !== 'number' || !Number.isSafeInteger(x) || x < 1) {
      this.#journal.problem(line, 'This line was left out: its exchange has no number.');
      return;
    }
    if (ev === 'request') this.#request(x, value);
    else if (ev === 'request-body' || ev === 'request-body-elided') this.#requestBody(x, value);
    else this.#rest(x, value);
  }

  end(): readonly Entry[] {
    for (const x of this.#asked.keys()) this.#send(x);
    return this.#entries;
  }

  #request(x: number, value: JsonObject): void {
    const headers = headerPairs(value.headers);
    if (this.#host === '') this.#host = headerOf(headers, 'host') ?? '';
    this.#asked.set(x, { event: value, text: '', elided: 0 });
  }

  #requestBody(x: number, value: JsonObject): void {
    const asked = this.#asked.get(x);
    if (asked === undefined) return;
    if (value.ev === 'request-body') asked.text += new TextDecoder().decode(bytesOf(value));
    else asked.elided += typeof value.bytes === 'number' ? value.bytes : 0;
  }

  /** Writes the request with its whole body, before anything that follows. */
  #send(x: number): Open | undefined {
    const asked = this.#asked.get(x);
    if (asked === undefined) return this.#open.get(x);
    this.#asked.delete(x);
    const method = stringAt(asked.event, 'method') ?? 'GET';
    const target = stringAt(asked.event, 'target') ?? '/';
    const url = /^https?:/.test(target) ? target : `http://${this.#host}${target}`;
    const headers = headerPairs(asked.event.headers);
    const purpose = purposeOf(method, url, asked.text);
    const request = { method, url, headers, purpose };
    const session = this.#sessions.of(request, asked.text, () => this.#secrets.url(url), this.#epochMs);
    this.#last = session;
    const writer = new HttpWriter(x, this.#secrets, (written) => {
      this.#entries.push({ epochMs: this.#epochMs, session, body: written });
    });
    writer.request(request, asked.text, asked.elided);
    const open = { writer, session, hasResponse: false };
    this.#open.set(x, open);
    return open;
  }

  #rest(x: number, value: JsonObject): void {
    const open = this.#send(x);
    if (open === undefined || value.ev === 'request-end') return;
    const { writer, session } = open;
    switch (value.ev) {
      case 'response': {
        const headers = headerPairs(value.headers);
        const status = typeof value.status === 'number' ? value.status : 0;
        open.hasResponse = true;
        this.#sessions.answered(session, status, headers);
        const reason = stringAt(value, 'reason');
        writer.response({
          status,
          headers,
          ...(reason === undefined ? {} : { reason }),
          httpVersion: stringAt(value, 'http') ?? '1.1',
        });
        return;
      }
      case 'response-body':
        this.#sessions.streamed(session, stringAt(value, 'text') ?? '');
        writer.chunk(bytesOf(value));
        return;
      case 'response-body-elided':
        writer.elide(typeof value.bytes === 'number' ? value.bytes : 1);
        return;
      case 'response-end':
        this.#close(x, () => writer.end('complete'));
        return;
      case 'client-aborted':
        this.#close(x, () => writer.end('client-closed'));
        return;
      case 'response-aborted':
        this.#close(x, () => {
          if (open.hasResponse) writer.end('cut');
          else writer.failed(RESET);
        });
        return;
      case 'upstream-error':
        this.#close(x, () => writer.failed({ phase: phaseOf(value, open.hasResponse), ...failureOf(value) }));
    }
  }

  #close(x: number, end: () => void): void {
    end();
    this.#open.delete(x);
  }

  #process(value: JsonObject): void {
    if (value.event !== 'exited' || this.#last === '') return;
    const signal = stringAt(value, 'signal');
    const body: Entry['body'] =
      signal === undefined
        ? processEnd(value.code)
        : { type: 'process', event: 'exited', exitCode: null, signal };
    this.#entries.push({ epochMs: this.#epochMs, session: this.#last, body });
  }
}

/** The paths whose streams name an endpoint (HTTP+SSE). */
function legacyPaths(text: string): ReadonlySet<string> {
  const paths = new Set<string>();
  if (!text.includes('event: endpoint')) return paths;
  const targets = new Map<unknown, string>();
  for (const line of text.split('\n')) {
    const isRequest = line.includes('"ev":"request"');
    if (!isRequest && !line.includes('event: endpoint')) continue;
    const value = parseJson(line);
    const target = stringAt(value, 'target');
    const x = isJsonObject(value) ? value.x : undefined;
    if (isRequest && target !== undefined) targets.set(x, target);
    else paths.add(pathOf(targets.get(x) ?? ''));
  }
  return paths;
}

/** Reads headers in the form `[[name, value], …]`, skipping others. */
function headerPairs(value: unknown): [string, string][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair): [string, string][] =>
    Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string'
      ? [[pair[0], pair[1]]]
      : [],
  );
}

function bytesOf(value: JsonObject): Uint8Array {
  const base64 = stringAt(value, 'base64');
  return base64 === undefined
    ? new TextEncoder().encode(stringAt(value, 'text') ?? '')
    : bytesOfBase64(base64);
}

function failureOf(value: JsonObject): { readonly code?: string; readonly message: string } {
  const code = stringAt(value, 'code');
  return { ...(code === undefined ? {} : { code }), message: stringAt(value, 'message') ?? 'no response' };
}

const RESET = { phase: 'headers', code: 'ECONNRESET', message: 'the server closed the connection' } as const;
const NAME_CODES = ['ENOTFOUND', 'EAI_AGAIN'];
const CONNECT_CODES = ['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

function phaseOf(value: JsonObject, hasResponse: boolean): 'dns' | 'connect' | 'tls' | 'headers' | 'body' {
  const code = stringAt(value, 'code') ?? '';
  if (NAME_CODES.includes(code)) return 'dns';
  if (CONNECT_CODES.includes(code)) return 'connect';
  if (/CERT|SSL|TLS/.test(code)) return 'tls';
  return hasResponse ? 'body' : 'headers';
}
