import { setTimeout as pause } from 'node:timers/promises';
import { isJsonObject } from '../../app/base/json-value.ts';
import { errorMessage } from '../../app/base/result.ts';
import type { HttpLinkState } from '../../app/contract/session-info.ts';
import { type LostAnswer, lostAnswer } from '../../app/explain/lost-answer.ts';
import { headerOf } from '../../app/frame/http-record.ts';
import { revisionIn } from '../../app/protocol/meta-keys.ts';
import { isTiedCode } from '../../app/protocol/tied-status.ts';
import type { HeadLine, HttpEdit } from '../../app/requests/raw-editor/http-edit.ts';
import { asked, type HttpExchange, isStream, isSuccess, statusOf } from '../../app/session/http-exchange.ts';
import {
  type Envelope,
  messagesIn,
  type RpcId,
  readEnvelope,
  readRpcId,
  type WireMessage,
} from '../../app/wire/envelope.ts';
import { HttpHeads, isInitialize } from './http-heads.ts';
import { OpenRaw, sendEdited } from './http-sent.ts';
import { type HttpCall, type HttpRunOptions, HttpWire, sameOrigin, senderOf } from './http-wire.ts';
import { type HttpSent, type LinkEnd, RawSent, type Receiver, type ServerLink } from './server-link.ts';

/** The default reconnection delay, in milliseconds. */
const RETRY_MS = 1000;
/** How often to retry a stream that cannot be reached or brings nothing new. */
const MAX_TRIES = 3;
/** The time limit for the HTTP+SSE stream to name its endpoint and for a DELETE, in milliseconds. */
const ENDPOINT_MS = 10_000;
const DELETE_MS = 2000;
const SHOWN_ID = 8;
const MAX_SHOWN = 10;
const ENDED: LinkEnd = { how: '', exit: 'closed', code: null, signal: null, stderr: [] };

/** A pending request; since 2026-07-28 closing its exchange cancels it. */
type Waiting = { readonly id: RpcId; readonly method: string; readonly cancel: (() => void) | undefined };

/** One connection to a server over HTTP, in any revision: Streamable HTTP, or HTTP+SSE of 2024-11-05. */
export class HttpRun implements ServerLink {
  readonly #options: HttpRunOptions;
  #wire: HttpWire | undefined;
  readonly #started: Promise<void>;
  readonly #raw = new RawSent();
  readonly #openRaw = new OpenRaw((openRaw) => this.#set({ openRaw }));
  readonly endRaw = (seq: number): boolean => this.#openRaw.end(seq);
  readonly #waiting = new Map<string, Waiting>();
  /** The requests that each exchange carries. */
  readonly #carried = new WeakMap<HttpExchange, readonly Waiting[]>();
  readonly #heads: HttpHeads;
  receiver: Receiver | undefined;
  exit: LinkEnd | undefined;
  whyClosed = 'the session ended';
  readonly lastStderr = { lines: [] };
  readonly stray = null;
  readonly isBusyFor = undefined;
  readonly unheard = false;
  #isGone = false;
  /** Where messages are posted in HTTP+SSE; empty for Streamable HTTP. */
  #endpoint = '';
  #state: HttpLinkState = {
    ...{ transport: 'streamable-http', sessionId: '', stream: 'none', resumptions: 0, deleteStatus: 0 },
    tries: [],
  };

  constructor(options: HttpRunOptions) {
    this.#options = options;
    this.#heads = new HttpHeads(options.spec, options.version);
    this.#started = this.#open();
  }

  get running(): boolean {
    return this.exit === undefined && this.#wire !== undefined;
  }

  get http(): HttpLinkState {
    return this.#state;
  }

  started(): Promise<void> {
    return this.#started;
  }

  send(line: string, envelope = readEnvelope(line)): { seq: number; written: Promise<void> } {
    if (this.#cancelled(envelope)) return { seq: 0, written: Promise.resolve() };
    const { seq, head } = this.#post(line, envelope, false);
    return { seq, written: head };
  }

  sendRaw(bytes: Uint8Array): number {
    const text = new TextDecoder().decode(bytes);
    const envelope = readEnvelope(text);
    this.#raw.take(envelope);
    return this.#post(text, envelope, true).seq;
  }

  /** Sends a raw request; its answer matches no pending request. */
  sendHttp(bytes: Uint8Array, edit: HttpEdit): HttpSent {
    const { method = 'POST' } = edit;
    const url = (method === 'POST' && this.#endpoint) || this.#options.spec.url;
    const place = { wire: this.#out, heads: this.#heads, url };
    const { call, envelope, sent } = sendEdited(place, bytes, edit, (...got) => this.#took(...got));
    if (method === 'POST') this.#raw.take(envelope);
    const noteEnd = (http: HttpExchange) => {
      this.#isGone ||= method === 'DELETE' && isSuccess(http);
    };
    this.#guard(this.#openRaw.keep(call).then(noteEnd));
    return sent;
  }

  headOf(method: string, body: string): readonly HeadLine[] {
    return this.#options.numbers.secrets.shown(this.#heads.of(method, readEnvelope(body)));
  }

  mayAnswerRaw(id: RpcId | undefined): boolean {
    return this.#raw.mayBeAnsweredBy(id);
  }

  /** Switches to HTTP+SSE, which a server that refuses POST may support (2025-11-25, "Backwards Compatibility"). */
  async fallBack(): Promise<boolean> {
    return (
      this.#options.settings.transport === 'auto' &&
      this.#endpoint === '' &&
      (await this.#openLegacy()) === ''
    );
  }

  disconnect(why: string): void {
    this.whyClosed = why;
    this.receiver?.closed(why);
  }

  async end(): Promise<void> {
    if (this.exit !== undefined) return;
    this.exit = ENDED;
    this.#waiting.clear();
    this.#wire?.close();
    if (this.#heads.sessionId !== '' && !this.#isGone) await this.#delete();
    await this.#wire?.destroy();
    this.#options.events.exited(ENDED);
    this.receiver?.exited('');
    this.disconnect('the session ended');
  }

  async #open(): Promise<void> {
    const { settings, spec, journal, numbers, events } = this.#options;
    try {
      const sender = await senderOf(settings, spec);
      this.#wire = new HttpWire(journal, numbers, sender, events.defect);
    } catch (error) {
      events.spawnFailed(`The connection could not be prepared. ${errorMessage(error)}`);
      return;
    }
    if (settings.transport !== 'http+sse') return;
    const failure = await this.#openLegacy();
    if (failure !== '') events.spawnFailed(failure);
  }

  get #out(): HttpWire {
    if (this.#wire === undefined) throw new Error('a connection that is not open');
    return this.#wire;
  }

  #guard(work: Promise<void>): void {
    work.catch(this.#options.events.defect);
  }

  #set(change: Partial<HttpLinkState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.events.changed();
  }

  #tried(what: string, came: string): void {
    this.#set({ tries: [...this.#state.tries, { what, came }].slice(-MAX_SHOWN) });
  }

  /** True for a cancellation expressed by closing its stream; before 2026-07-28 it is sent, and the request removed. */
  #cancelled(envelope: Envelope): boolean {
    if (envelope.kind !== 'notification' || envelope.method !== 'notifications/cancelled') return false;
    const id = isJsonObject(envelope.params) ? envelope.params.requestId : undefined;
    const key = readRpcId(id, '')?.key ?? '';
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    waiting?.cancel?.();
    return waiting?.cancel !== undefined;
  }

  #post(body: string, envelope: Envelope, isRaw: boolean): HttpCall {
    const sent = messagesIn(envelope);
    const call = this.#out.exchange({
      ...{ method: 'POST', url: this.#endpoint || this.#options.spec.url, body, envelope, isRaw },
      headers: this.#heads.post(envelope),
      onHead: (headers, http) => {
        const id = headerOf(headers, 'mcp-session-id');
        if (id !== undefined && isInitialize(sent) && isSuccess(http)) this.#minted(id);
      },
      onMessage: (message, seq, http) => this.#took(message, seq, http),
    });
    const isModern = envelope.kind === 'request' && revisionIn(envelope.params) !== undefined;
    const cancel = isModern ? call.close : undefined;
    const carried = sent.flatMap((one) =>
      one.kind === 'request' ? [{ id: one.id, method: one.method, cancel }] : [],
    );
    for (const one of carried) this.#waiting.set(one.id.key, one);
    this.#carried.set(call.http, carried);
    const done = isRaw ? this.#openRaw.keep(call) : call.done;
    this.#guard(done.then((http) => this.#closed(http, sent)));
    return call;
  }

  #minted(id: string): void {
    this.#heads.sessionId = id;
    this.#set({ sessionId: id.slice(0, SHOWN_ID) });
  }

  #took({ envelope, value }: WireMessage, seq: number, http: HttpExchange): void {
    const values: unknown[] = envelope.kind === 'batch' && Array.isArray(value) ? value : [value];
    for (const [index, item] of messagesIn(envelope).entries())
      this.#takeOne({ envelope: item, value: values[index] }, seq, http);
  }

  #takeOne(message: WireMessage, seq: number, http: HttpExchange): void {
    const own = this.#ownAnswer(message, http);
    if (own === undefined) return;
    const { envelope } = own;
    this.#options.events.message(envelope);
    this.receiver?.message(own, seq);
  }

  /** The message for its receiver; undefined for an error that belongs to the HTTP status. */
  #ownAnswer(message: WireMessage, http: HttpExchange): WireMessage | undefined {
    const { envelope, value } = message;
    if (envelope.kind !== 'result' && envelope.kind !== 'error') return message;
    const waiting = this.#waiting.get(envelope.id?.key ?? '');
    if (waiting !== undefined) {
      this.#waiting.delete(waiting.id.key);
      if (envelope.kind === 'result') this.#heads.learn(waiting.method, envelope.result);
      return message;
    }
    if (isSuccess(http)) return message;
    const [only, another] = this.#waitingIn(http);
    const isTied = envelope.kind === 'error' && isTiedCode(statusOf(http), envelope.error.codeText);
    // The answer to a raw message has no pending request.
    if (only === undefined) return this.#raw.mayBeAnsweredBy(undefined) ? message : undefined;
    if (another !== undefined || !isTied || !isJsonObject(value)) return undefined;
    this.#waiting.delete(only.id.key);
    return {
      envelope: { ...envelope, id: only.id, faults: [] },
      value: { ...value, id: JSON.parse(only.id.text) },
    };
  }

  #closed(http: HttpExchange, sent: readonly Envelope[]): void {
    if (this.exit !== undefined) return;
    const waiting = this.#waitingIn(http);
    const isHeard = sent.some(
      (one) => one.kind === 'notification' && one.method === 'notifications/initialized',
    );
    if (isHeard && isSuccess(http) && this.#endpoint === '' && this.#state.stream === 'none')
      this.#guard(this.#listen());
    if (this.#isSessionGone(http)) this.#lostSession(http);
    if (http.how === 'client-closed') waiting.length = 0;
    if (this.#endpoint === '' && waiting.length > 0 && isStream(http) && http.eventId !== undefined) {
      this.#guard(this.#resume(http));
      return;
    }
    if (this.#endpoint === '' || !isSuccess(http)) this.#lose(waiting, http);
  }

  #waitingIn(http: HttpExchange): Waiting[] {
    return (this.#carried.get(http) ?? []).filter((one) => this.#waiting.get(one.id.key) === one);
  }

  #lose(waiting: readonly Waiting[], http: HttpExchange): void {
    for (const one of waiting) {
      this.#waiting.delete(one.id.key);
      const lost = this.#lostAnswer(http, one.method);
      if (one.method === 'initialize' || one.method === 'server/discover')
        this.#tried(`POST ${one.method}`, lost.exit);
      this.receiver?.unanswered(one.id, lost);
    }
  }

  #lostAnswer(http: HttpExchange, method: string): LostAnswer {
    const { book } = this.#out;
    return lostAnswer(http, book.session, book.verdictOn(http).where, method);
  }

  #isSessionGone(http: HttpExchange): boolean {
    const status = statusOf(http);
    if ((status !== 404 && status !== 400) || this.#heads.sessionId === '') return false;
    if (asked(http, 'mcp-session-id') === undefined || this.#isGone) return false;
    return this.#out.book.verdictOn(http).where === 'session' && !/already/i.test(http.errorText);
  }

  #lostSession(http: HttpExchange): void {
    this.#isGone = true;
    this.#options.events.gone(this.#lostAnswer(http, ''));
  }

  /** Resumes a stream that ended before its answers came (2025-11-25, "Resumability"). */
  async #resume(first: HttpExchange): Promise<void> {
    let { eventId, retryMs = RETRY_MS } = first;
    let last = first;
    for (let tries = 0; tries < MAX_TRIES; ) {
      await pause(retryMs, undefined, { ref: false });
      if (this.exit !== undefined || this.#waitingIn(first).length === 0) break;
      this.#set({ resumptions: this.#state.resumptions + 1 });
      last = await this.#get(eventId).done;
      if (last.how === 'client-closed') return;
      if (last.failed === undefined && (!isSuccess(last) || !isStream(last))) break;
      tries = last.eventId === undefined ? tries + 1 : 0;
      eventId = last.eventId ?? eventId;
      retryMs = last.retryMs ?? retryMs;
    }
    this.#lose(this.#waitingIn(first), last);
  }

  #get(eventId: string | undefined, more: Partial<Parameters<HttpWire['exchange']>[0]> = {}): HttpCall {
    return this.#out.exchange({
      ...{ method: 'GET', url: this.#options.spec.url, body: '' },
      headers: this.#heads.get(eventId),
      onMessage: (message, seq, http) => this.#took(message, seq, http),
      ...more,
    });
  }

  /** Keeps the stream for server-initiated messages open, if the server has one (2025-11-25, "Listening"). */
  async #listen(): Promise<void> {
    let eventId: string | undefined;
    let retryMs = RETRY_MS;
    for (let tries = 0; tries < MAX_TRIES; ) {
      const call = this.#get(eventId);
      await call.head;
      if (this.exit !== undefined) return;
      const { http } = call;
      const isOpen = isSuccess(http) && isStream(http);
      if (isOpen) this.#set({ stream: 'open' });
      await call.done;
      if (this.exit !== undefined || http.how === 'client-closed') return;
      if (this.#isSessionGone(http)) this.#lostSession(http);
      if (!isOpen && http.failed === undefined) {
        this.#set({ stream: statusOf(http) === 405 ? 'refused' : 'lost' });
        return;
      }
      this.#set({ stream: 'lost' });
      tries = isOpen ? 0 : tries + 1;
      eventId = http.eventId ?? eventId;
      retryMs = http.retryMs ?? retryMs;
      await pause(retryMs, undefined, { ref: false });
      if (this.exit !== undefined || this.#isGone) return;
      if (eventId !== undefined) this.#set({ resumptions: this.#state.resumptions + 1 });
    }
  }

  /** Opens the HTTP+SSE stream and waits for its endpoint; returns a sentence on failure. */
  #openLegacy(): Promise<string> {
    return new Promise((settle) => {
      const timer = setTimeout(() => failed('The stream named no endpoint.'), ENDPOINT_MS);
      const call = this.#get(undefined, {
        onEvent: (event, data) => {
          if (event !== 'endpoint' || this.#endpoint !== '') return;
          const endpoint = sameOrigin(data, this.#options.spec.url);
          if (endpoint === undefined) return failed('The endpoint of the stream is on another server.');
          clearTimeout(timer);
          this.#endpoint = endpoint;
          this.#set({ transport: 'http+sse', stream: 'open' });
          settle('');
        },
      });
      const failed = (why: string): void => {
        clearTimeout(timer);
        call.close();
        settle(why);
      };
      const over = call.done.then((http) => {
        if (this.#endpoint === '') {
          const { text, exit } = this.#lostAnswer(http, 'GET');
          this.#tried('GET', exit);
          failed(text);
        } else if (this.exit === undefined) {
          this.#set({ stream: 'lost' });
          this.#lose([...this.#waiting.values()], http);
          this.disconnect('the stream of the server ended');
        }
      });
      this.#guard(over);
    });
  }

  async #delete(): Promise<void> {
    const { done, close } = this.#out.exchange({
      ...{ method: 'DELETE', url: this.#options.spec.url, body: '', headers: this.#heads.delete() },
    });
    const timer = setTimeout(close, DELETE_MS);
    const http = await done;
    clearTimeout(timer);
    this.#set({ deleteStatus: statusOf(http) });
  }
}
