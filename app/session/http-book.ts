import { type FrameHttp, type HttpRecord, isFrameHttp } from '../frame/http-record.ts';
import type { FrameRecord } from '../frame/record.ts';
import type { Tier, Where } from '../frame/tier.ts';
import type { Answer, Envelope, RpcId } from '../wire/envelope.ts';
import { metadataFault } from './authorization-metadata.ts';
import {
  asked,
  closes,
  given,
  type HttpExchange,
  isOfMcp,
  isPage,
  isStream,
  isSuccess,
  newHttpExchange,
  pathIn,
  statusOf,
} from './http-exchange.ts';

/** Streams, batches and event ids must not fill the memory. */
const MAX_MESSAGES = 200;
const MAX_BODY = 16 * 1024;
const MAX_KNOWN = 10_000;
/** Copies of a message on two streams arrive within this time, in milliseconds. */
const TOGETHER_MS = 1000;

export type HttpSession = {
  /** The session id from the server's last answer to `initialize`; empty for none. */
  id: string;
  /** Session ids ended by a DELETE or answered with 404, with the record that shows it. */
  readonly deleted: Map<string, number>;
  readonly dead: Map<string, number>;
  /** Paths that have answered a message. */
  readonly endpoints: Set<string>;
  /** The stream of the last GET; undefined for none. */
  listening: HttpExchange | undefined;
  isLegacy: boolean;
};

/** The open HTTP exchanges of a session, and what is still needed of closed ones. */
export class HttpBook {
  readonly #open = new Map<number, HttpExchange>();
  readonly session: HttpSession = {
    id: '',
    deleted: new Map(),
    dead: new Map(),
    endpoints: new Set(),
    listening: undefined,
    isLegacy: false,
  };
  /** The exchange whose stream had an event with this id. */
  readonly #streams = new Map<string, HttpExchange>();
  #closed: HttpExchange | undefined;
  /** The last message that the server sent on a stream, and its place. */
  #last:
    | { readonly raw: string; readonly at: number; readonly seq: number; readonly http: HttpExchange }
    | undefined;

  /** The verdict on each request that a closed exchange left unanswered. */
  verdictOn(http: HttpExchange): HttpVerdict {
    return verdictOn(http, this.#context(http));
  }

  /** The verdict on an exchange that carried no request. */
  ownVerdict(http: HttpExchange): HttpVerdict {
    return ownVerdict(http, this.#context(http));
  }

  /** True for a head without a session id although the server has issued one. */
  lacksSession(http: HttpExchange): boolean {
    return this.session.id !== '' && asked(http, 'mcp-session-id') === undefined;
  }

  #context(http: HttpExchange): VerdictContext {
    const { isLegacy, endpoints } = this.session;
    return { isLegacy, isEndpoint: endpoints.has(pathIn(http)) };
  }

  take(record: HttpRecord): HttpExchange {
    const http = this.#of(record.x, record.at);
    passTime(http, record.at);
    switch (record.event) {
      case 'request':
        http.request = record;
        http.resumes = this.#streams.get(asked(http, 'last-event-id') ?? '');
        break;
      case 'response':
        http.response = record;
        http.place.status = record.status;
        if (isStream(http) && record.status < 300 && http.request?.method === 'GET')
          this.session.listening = http;
        break;
      case 'body':
        this.#body(http, record);
        break;
      case 'end':
        http.how = record.how;
        break;
      case 'failed':
        http.failed = record;
        break;
    }
    if (closes(record)) this.#close(http, record);
    return http;
  }

  /** The exchange of a record, while open or the last one closed; undefined over stdio. */
  of(record: FrameRecord | HttpRecord): HttpExchange | undefined {
    if (record.type === 'http') return this.#closed?.x === record.x ? this.#closed : this.#open.get(record.x);
    const { http } = record;
    return http !== undefined && isFrameHttp(http) ? this.#of(http.x, record.at) : undefined;
  }

  /** Adds a message to its exchange, once its meaning for the session is known. */
  message(http: HttpExchange, record: FrameRecord, envelope: Exclude<Envelope, { kind: 'batch' }>): void {
    passTime(http, record.at);
    const { seq, direction } = record;
    const ofServer = direction === 'server-to-client';
    if (!ofServer && record.raw?.startsWith('[') === true) http.isBatch = true;
    if (ofServer) {
      http.received += 1;
      if (isSuccess(http)) addTo(this.session.endpoints, pathIn(http));
    }
    if (ofServer && (envelope.kind === 'result' || envelope.kind === 'error'))
      this.#answer(http, record, envelope);
    if (ofServer && envelope.kind === 'error' && !isSuccess(http) && !isOwn(http, envelope.id)) {
      http.errorText = envelope.error.message;
      http.errorCode = envelope.error.codeText;
    }
    if (http.messages.length >= MAX_MESSAGES) return;
    if (ofServer && record.truncatedBytes !== undefined) http.isCut = true;
    const kind =
      envelope.kind === 'not-json' || envelope.kind === 'not-json-rpc' ? 'malformed' : envelope.kind;
    http.messages.push({
      ...{ seq, direction, kind },
      method: 'method' in envelope ? envelope.method : '',
      id: 'id' in envelope ? envelope.id : undefined,
      codeText: envelope.kind === 'error' ? envelope.error.codeText : '',
    });
  }

  #answer(http: HttpExchange, { seq, at }: FrameRecord, { id }: Answer): void {
    if (isOwn(http, id)) {
      http.answeredAt = at;
      return;
    }
    if (id === undefined || !isStream(http) || this.session.isLegacy) return;
    const isListening = http.request?.method === 'GET' && asked(http, 'last-event-id') === undefined;
    const isOther = [...this.#open.values()].some((other) => other !== http && isOwn(other, id));
    if (isListening || (isOther && http.resumes === undefined))
      http.notes.foreignAnswer ??= { seq, about: id.text };
  }

  /** Adds the server-sent event whose data was a frame. */
  event(http: HttpExchange, record: FrameRecord, sse: FrameHttp['sse']): void {
    if (sse !== undefined) this.#event(http, record.seq, sse);
    const { event = 'message' } = sse ?? {};
    if (event !== 'message') http.notes.ignored ??= { seq: record.seq, about: event };
    const raw = record.raw ?? '';
    const last = this.#last;
    const isTwice =
      last?.raw === raw && last.http !== http && last.http.endedAt < 0 && http.resumes === undefined;
    if (isTwice && !last.http.requests.some(({ id }) => isOwn(http, id)) && record.at - last.at < TOGETHER_MS)
      http.notes.repeated ??= { seq: record.seq, about: '', other: last.seq };
    this.#last = { raw, at: record.at, seq: record.seq, http };
  }

  #event(http: HttpExchange, seq: number, { id, retry }: NonNullable<FrameHttp['sse']>): void {
    if (retry !== undefined) http.retryMs = retry;
    if (id === undefined || id === '') return;
    const before = this.#streams.get(id);
    // A resumed stream may replay events.
    const isReplay = before !== undefined && (http.resumes === before || before.resumes === http);
    if (before !== undefined && !isReplay) http.notes.reusedId ??= { seq, about: id };
    http.eventId = id;
    if (this.#streams.size < MAX_KNOWN) this.#streams.set(id, http.resumes ?? http);
  }

  #body(http: HttpExchange, record: Extract<HttpRecord, { event: 'body' }>): void {
    const { seq, text, sse } = record;
    if (record.truncatedBytes !== undefined && isStream(http)) http.isCut = true;
    if (http.bodySeq === 0) http.bodySeq = seq;
    if (http.body.length < MAX_BODY) http.body += text.slice(0, MAX_BODY - http.body.length);
    if (sse !== undefined) this.#event(http, seq, sse);
    if (record.unterminated === true) http.notes.unterminated ??= { seq, about: text };
    else if (sse?.event === 'endpoint') this.session.isLegacy = true;
    else if ((sse?.event ?? 'message') !== 'message') http.notes.ignored ??= { seq, about: sse?.event ?? '' };
    else if (sse !== undefined && text.trim() !== '') http.notes.unreadable ??= { seq, about: text };
  }

  #close(http: HttpExchange, { seq, at }: HttpRecord): void {
    http.endedAt = at;
    http.endSeq = seq;
    this.#open.delete(http.x);
    this.#closed = http;
    const { session } = this;
    const sent = asked(http, 'mcp-session-id') ?? '';
    const minted = given(http, 'mcp-session-id');
    const isStart = http.requests.some(({ method }) => method === 'initialize');
    if (isStart && isSuccess(http)) session.id = minted ?? '';
    if (http.request?.method === 'DELETE' && isSuccess(http)) this.#delete(sent, seq);
    if (
      sent !== '' &&
      statusOf(http) === 404 &&
      isOfMcp(http) &&
      this.verdictOn(http).where === 'session' &&
      !http.requests.some(({ answerSeq, match }) => answerSeq > 0 && match !== 'http') &&
      !session.dead.has(sent) &&
      session.dead.size < MAX_KNOWN
    )
      session.dead.set(sent, seq);
    if (session.listening === http) session.listening = undefined;
  }

  #delete(id: string, seq: number): void {
    const { session } = this;
    if (session.deleted.size < MAX_KNOWN) session.deleted.set(id, seq);
    if (session.id === id) session.id = '';
  }

  #of(x: number, at: number): HttpExchange {
    const known = this.#open.get(x) ?? newHttpExchange(x, at);
    this.#open.set(x, known);
    return known;
  }
}

function passTime(http: HttpExchange, at: number): void {
  if (http.response !== undefined) http.longestSilence = Math.max(http.longestSilence, at - http.lastAt);
  http.lastAt = at;
}

function addTo(set: Set<string>, value: string): void {
  if (set.size < MAX_KNOWN) set.add(value);
}

function isOwn({ requests }: HttpExchange, id: RpcId | undefined): boolean {
  return id !== undefined && requests.some((one) => one.id.key === id.key);
}

/** The verdict of an HTTP exchange on a request that it left unanswered, or on itself. */
type HttpVerdict = { readonly tier: Tier; readonly where: Where | '' };

type VerdictContext = {
  /** True for HTTP+SSE, where answers come on the stream of a GET. */
  readonly isLegacy: boolean;
  /** True if the address has answered a message before. */
  readonly isEndpoint: boolean;
};

type Seen = Readonly<HttpExchange>;

const OK: HttpVerdict = { tier: 'ok', where: '' };
const TLS_CODE = /CERT|_SSL_|TLS|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;
/** How servers say that a session is missing or gone (measured: TypeScript and Python SDKs, mcp-ts-core). */
const SESSION_WORDS = /session|not initialized|already initialized/i;

/** The verdict on each unanswered request of a closed exchange: the one place that decides it. */
function verdictOn(http: Seen, context: VerdictContext): HttpVerdict {
  if (http.failed !== undefined) return transport(failedAt(http));
  if (!isSuccess(http)) {
    if (http.how === 'client-closed' && http.response === undefined) return { tier: 'client', where: '' };
    return refused(http, context);
  }
  if (http.how === 'client-closed') return { tier: 'client', where: '' };
  if (context.isLegacy && statusOf(http) === 202) return OK;
  return transport(isStream(http) || http.how === 'cut' ? 'stream' : 'http');
}

/** The verdict on an exchange without a request: notifications, answers, GET, DELETE, authorization. */
function ownVerdict(http: Seen, context: VerdictContext): HttpVerdict {
  if (http.failed !== undefined) return transport(failedAt(http));
  const method = http.request?.method.toUpperCase() ?? '';
  if (http.how === 'client-closed') return OK;
  if (!isOfMcp(http)) return ofAuthorization(http);
  if (!isSuccess(http)) return refused(http, context);
  if (http.how === 'cut') return transport('stream');
  const wantsStream = method === 'GET' && (asked(http, 'accept') ?? '').includes('text/event-stream');
  return wantsStream && !isStream(http) && http.received === 0 ? transport('http') : OK;
}

/** The layer that an error status points to. */
function refused(http: Seen, context: VerdictContext): HttpVerdict {
  const status = statusOf(http);
  const method = http.request?.method.toUpperCase();
  if (status === 405 && (method === 'GET' || method === 'DELETE')) return OK;
  if (http.resumes !== undefined) return transport('stream');
  if (status === 401 || (status === 403 && isAboutToken(http))) return transport('auth');
  return transport(isAboutSession(http, context) ? 'session' : 'http');
}

function isAboutToken(http: Seen): boolean {
  return given(http, 'www-authenticate') !== undefined || http.body.includes('insufficient_scope');
}

function isAboutSession(http: Seen, { isEndpoint }: VerdictContext): boolean {
  const status = statusOf(http);
  if (status === 409) return true;
  if ((status !== 404 && status !== 400) || isPage(http)) return false;
  if (SESSION_WORDS.test(`${http.body} ${http.errorText}`)) return true;
  const isListening = http.request?.method === 'GET';
  return status === 404 && isEndpoint && !isListening && asked(http, 'mcp-session-id') !== undefined;
}

function failedAt({ failed, response }: Seen): Where {
  if (failed?.phase === 'tls' || TLS_CODE.test(failed?.code ?? '')) return 'tls';
  return failed?.phase === 'body' && response !== undefined ? 'stream' : 'network';
}

/** Missing metadata is harmless: a client tries several places. */
function ofAuthorization(http: Seen): HttpVerdict {
  const { request } = http;
  const status = statusOf(http);
  const isDiscovery = request?.purpose === 'resource-metadata' || request?.purpose === 'as-metadata';
  if (metadataFault(http) !== undefined) return transport('auth');
  return status < 400 || (isDiscovery && status < 500) ? OK : transport('auth');
}

function transport(where: Where): HttpVerdict {
  return { tier: 'transport', where };
}
