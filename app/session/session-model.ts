import { isJsonObject, jsonEqual } from '../base/json-value.ts';
import { changeOf, isRebuilt, isRewritten, isUserEdited } from '../frame/answer-change.ts';
import type { HttpRecord } from '../frame/http-record.ts';
import {
  type ClientRecord,
  type Direction,
  type FrameRecord,
  type KnownRecord,
  type MarkRecord,
  type ProcessRecord,
  shownFrame,
} from '../frame/record.ts';
import { targetOf } from '../frame/target.ts';
import type { Tier } from '../frame/tier.ts';
import { allowsBatches } from '../protocol/revisions.ts';
import { type Envelope, readEnvelope } from '../wire/envelope.ts';
import { AnswerPairing } from './answer-pairing.ts';
import type { Exchange, OrphanError } from './exchange.ts';
import { ExchangeBook } from './exchange-book.ts';
import { FailedStart } from './failed-start.ts';
import type { HttpSession } from './http-book.ts';
import type { HttpExchange } from './http-exchange.ts';
import { HttpSettling } from './http-settling.ts';
import { notified } from './notified-exchange.ts';
import { endedBy, endsConnection, processOutcome } from './process-event.ts';
import { lenientId, RawMessages } from './raw-messages.ts';
import type {
  ClientEvent,
  MessageEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
} from './session-event.ts';
import { declaredRevision, SessionFacts } from './session-facts.ts';

const NESTED_BATCH = { kind: 'not-json-rpc', reason: '', value: [] } as const;

/** The one model of a session: reads and pairs each record once, and makes one event of it for every reader. */
export class SessionModel {
  readonly facts = new SessionFacts();
  /** Its exchanges, their counts, and the answers without a request. */
  readonly book: ExchangeBook;
  readonly #calls = new RepeatedCalls();
  readonly #rawMessages = new RawMessages();
  readonly #answers: AnswerPairing;
  readonly #http: HttpSettling;
  readonly #failedStart: FailedStart;
  #spawned = false;
  /** Unanswered requests of earlier runs. */
  #unansweredBefore = 0;

  /** `keptSettled`: see {@link ExchangeBook}. */
  constructor(session: string, keptSettled?: number) {
    this.book = new ExchangeBook(session, keptSettled);
    this.#http = new HttpSettling(session, this.book);
    this.#failedStart = new FailedStart(this.book, this.facts);
    this.#answers = new AnswerPairing(this.book, this.#rawMessages, this.facts, this.#http.exchanges);
  }

  /** Facts about the HTTP session; empty over stdio. */
  get http(): HttpSession {
    return this.#http.exchanges.session;
  }

  /** A record's HTTP exchange: its number and, once received, its status; undefined over stdio. */
  httpPlace(record: FrameRecord | HttpRecord): HttpExchange['place'] | undefined {
    return this.#http.exchanges.of(record)?.place;
  }

  /** How many requests of this run have no answer, whatever their outcome. */
  get unanswered(): number {
    return this.book.counts.unanswered - this.#unansweredBefore;
  }

  /** The latest pending request of `sender`, except those lost with a run or in a gap. */
  latestPending(sender: Direction): Readonly<Exchange> | undefined {
    const latest = this.book.index.latestPending(sender);
    return latest !== undefined && latest.requestSeq >= this.facts.knownSince ? latest : undefined;
  }

  /** The pending request of `sender` if there is only one. */
  onlyPending(sender: Direction): Readonly<Exchange> | undefined {
    const [only, another] = this.book.index.pendingSince(sender, this.facts.knownSince);
    return another === undefined ? only : undefined;
  }

  /** Takes the next record. `envelope` avoids parsing the line again if the caller already has. */
  take(record: KnownRecord, envelope?: Envelope): SessionEvent {
    const { facts } = this;
    facts.now = record.at;
    if (endsConnection(record)) facts.stdinClosed = true;
    switch (record.type) {
      case 'frame':
        return this.#frame(record, envelope ?? readEnvelope(shownFrame(record)));
      case 'process':
        return this.#process(record);
      case 'client':
        return this.#client(record);
      case 'http':
        return { kind: 'http', record, ...this.#http.take(record), session: this.http, facts };
      case 'session':
        this.#reset();
        if (record.transport === 'http+sse') this.#http.exchanges.session.isLegacy = true;
        if (record.origin !== 'import') facts.complete = true;
        // A host's log names no peer: the host is the client.
        if (typeof record.client === 'string') facts.noteClient(record.client, record.clientVersion);
        return { kind: 'note', record, facts };
      case 'dropped':
        facts.noteGap(record.seq);
        return { kind: 'note', record, facts };
      case 'mark':
        this.#noteChange(record);
        return { kind: 'note', record, facts };
      case 'stderr':
      case 'end':
        return { kind: 'note', record, facts };
    }
  }

  /** Releases what only an event's readers need. Call it when all of them have finished. */
  release(): void {
    this.#answers.release();
  }

  /** A user held or changed an answer: the server is not responsible. */
  #noteChange(record: FrameRecord | MarkRecord): void {
    const change = changeOf(record);
    if (change === undefined) return;
    const exchange = this.book.index.named('client-to-server', change.requestId);
    const isChanged = record.type === 'frame' ? isRewritten(record) : change.how === 'never-answered';
    if (exchange !== undefined) this.book.noteChange(exchange, change.heldMs ?? 0, isChanged);
  }

  #frame(record: FrameRecord, envelope: Envelope): SessionEvent {
    this.#noteChange(record);
    this.book.counts.frames += 1;
    this.book.inBatch = envelope.kind === 'batch';
    const http = record.http === undefined ? undefined : this.#http.exchanges.of(record);
    if (http !== undefined && record.direction === 'server-to-client')
      this.#http.exchanges.event(http, record, record.http?.sse);
    if (envelope.kind !== 'batch') return this.#message(record, envelope, http);
    const { revision } = this.facts;
    // Over HTTP, the status says whether the server accepted it.
    const isRefused =
      http === undefined && record.direction === 'client-to-server' && !allowsBatches(revision);
    const tier: Tier = isRefused ? 'client' : 'ok';
    const message = `a batch, which ${revision} does not know`;
    if (isRefused) this.book.orphan({ tier, message, malformed: true, ...orphanOf(record) });
    const parts = envelope.items.map((item) => this.#message(record, item, http));
    return { kind: 'batch', record, envelope, parts, tier, facts: this.facts };
  }

  #message(record: FrameRecord, envelope: Envelope, http: HttpExchange | undefined): MessageEvent {
    if (http !== undefined && envelope.kind !== 'batch') this.#http.exchanges.message(http, record, envelope);
    switch (envelope.kind) {
      case 'request':
        return this.#request(record, envelope, http);
      case 'notification':
        return this.#notification(record, envelope);
      case 'result':
      case 'error':
        if (record.deliberate === true) this.#rawMessage(record, '');
        return this.#answers.take(record, envelope, http);
      case 'batch':
        return this.#malformed(record, NESTED_BATCH, 'a batch inside a batch');
      case 'not-json':
        return this.#malformed(record, envelope, notJson(record, envelope.reason));
      case 'not-json-rpc':
        return this.#malformed(record, envelope, `not JSON-RPC: ${envelope.reason}`);
    }
  }

  #request(
    record: FrameRecord,
    envelope: RequestEvent['envelope'],
    http: HttpExchange | undefined,
  ): RequestEvent {
    const { facts } = this;
    const { id, method, params } = envelope;
    const sender = record.direction;
    const fromRawMessage = record.deliberate === true;
    let earlier: Exchange | undefined = this.book.index.latest(sender, id);
    if (earlier !== undefined && method === 'initialize' && !fromRawMessage) {
      this.#startRun(record.seq, earlier.answerSeq === 0 ? earlier : undefined);
      earlier = undefined;
    }
    const declared = declaredRevision(params);
    const exchange = this.book.open({
      sender,
      id,
      method,
      target: targetOf(method, params),
      requestSeq: record.seq,
      startedAt: record.at,
      fromRawMessage,
      isRebuilt: isRebuilt(record),
      declared,
      toolsGeneration: facts.tools.generation,
      repeats: this.#calls.take(record, envelope),
      params,
      x: http?.x ?? 0,
      lacksSession: http !== undefined && this.#http.exchanges.lacksSession(http),
    });
    // Ids count within a session, which a request without the id of it does not belong to.
    if (exchange.lacksSession) earlier = undefined;
    if (http !== undefined && sender === 'client-to-server') http.requests.push(exchange);
    // An answer's HTTP exchange tells which of them it belongs to.
    if (earlier?.outcome === 'pending' && http === undefined) {
      earlier.sharesId = true;
      exchange.sharesId = true;
    }
    if (fromRawMessage) this.#rawMessage(record, '', exchange);
    if (facts.endedBy !== undefined && http === undefined) {
      this.book.lose(exchange, record.at, facts.endedBy);
      this.#failedStart.lost(exchange);
    }
    if (sender === 'client-to-server') facts.learnFromRequest(method, params, declared);
    const settled = http === undefined ? NO_EXCHANGES : this.#http.asks(exchange);
    return { kind: 'request', record, envelope, exchange, earlier, settled, facts };
  }

  /** Settles exchanges that could still have been answered. Call it when nothing more will come. */
  finish(): readonly Readonly<Exchange>[] {
    return this.#http.finish(this.facts.now);
  }

  #notification(record: FrameRecord, envelope: NotificationEvent['envelope']): NotificationEvent {
    this.book.counts.notifications += 1;
    if (record.deliberate === true) this.#rawMessage(record, '');
    const { method, params } = envelope;
    const { exchange, settled = false, several = false } = notified(this.book, this.facts, record, envelope);
    this.facts.learnFromNotification(method, params, record.seq);
    return { kind: 'notification', record, envelope, exchange, settled, several, facts: this.facts };
  }

  #malformed(
    record: FrameRecord,
    envelope: Extract<Envelope, { kind: 'not-json' | 'not-json-rpc' }>,
    reason: string,
  ): MessageEvent {
    const text = shownFrame(record);
    const isOfClient = record.direction === 'client-to-server';
    // An empty line means nothing: if a server answers it, that answer is the error. Over HTTP, the exchange's status
    // is the verdict.
    const isOfHttp = record.http !== undefined && (isOfClient || record.truncatedBytes !== undefined);
    const isCalm = isOfHttp || (isOfClient && text.trim() === '');
    const tier: Tier = isCalm ? 'ok' : isOfClient ? 'client' : 'transport';
    const value = envelope.kind === 'not-json-rpc' ? envelope.value : undefined;
    if (record.deliberate === true) this.#rawMessage(record, lenientId(value, text));
    else if (isOfClient && !isOfHttp) this.#answers.noteMalformed(lenientId(value, text), record.seq);
    if (record.truncatedBytes !== undefined && !isOfHttp) this.facts.noteGap(record.seq);
    if (tier !== 'ok') this.book.orphan({ tier, message: reason, malformed: true, ...orphanOf(record) });
    return { kind: 'malformed', record, envelope, text, reason, tier, facts: this.facts };
  }

  #rawMessage({ seq, at }: FrameRecord, idKey: string, exchange?: Exchange): void {
    this.#rawMessages.add({ seq, at, idKey, exchange });
  }

  #process(record: ProcessRecord): ProcessEvent {
    const { facts } = this;
    const before = record.event === 'spawned' ? this.#processStarted(record) : [];
    const by = endedBy(record, facts.stdinClosed);
    const outcome = processOutcome(record, this.book, by);
    const ended = outcome.endsSession ? this.#answers.loseAll(record.at, by) : before;
    if (outcome.endsSession) facts.endedBy = by;
    const { tier, text } = outcome;
    if (tier !== 'ok') {
      const failure = { tier, message: text, ...orphanOf(record) };
      this.#failedStart.pipeFailed(failure, ended, record.event === 'stdout-closed');
    }
    return { kind: 'process', record, tier, text, ended, facts };
  }

  /** A new process cannot answer its predecessor's requests. */
  #processStarted({ seq, at }: ProcessRecord): readonly Exchange[] {
    this.#failedStart.startRun();
    const by = endedBy({}, this.facts.stdinClosed);
    const lost = this.#spawned ? this.#answers.loseAll(at, by) : [];
    if (this.#spawned) this.#startRun(seq, undefined);
    else this.facts.startRun(0);
    this.#spawned = true;
    this.facts.complete = true;
    this.#reset();
    return lost;
  }

  #startRun(seq: number, kept: Exchange | undefined): void {
    this.facts.startRun(seq);
    this.book.index.startRun(seq, kept);
    this.#answers.startRun();
    this.#unansweredBefore = this.book.counts.unanswered - (kept === undefined ? 0 : 1);
  }

  #reset(): void {
    this.facts.stdinClosed = false;
    this.facts.endedBy = undefined;
  }

  #client(record: ClientRecord): ClientEvent {
    // A client only knows the ids of its own requests.
    const exchange = this.book.index.named('client-to-server', record.id);
    let settled = false;
    if (record.event !== 'closed') {
      if (exchange === undefined)
        this.book.orphan({ tier: 'client', message: record.message, ...orphanOf(record) });
      else settled = this.#clientSettles(exchange, record);
    }
    return { kind: 'client', record, exchange, settled, facts: this.facts };
  }

  #clientSettles(exchange: Exchange, record: ClientRecord): boolean {
    const { counts } = this.book;
    const before = counts.unanswered;
    const settled = this.book.clientEvent(
      exchange,
      record,
      this.facts.isProbeOver(exchange) ? 'ok' : 'client',
    );
    // A late client report on the previous run does not count for this run.
    if (exchange.requestSeq < this.facts.runSeq) this.#unansweredBefore += counts.unanswered - before;
    return settled;
  }
}

const NO_EXCHANGES: readonly never[] = [];

function orphanOf(record: FrameRecord | ProcessRecord | ClientRecord): Omit<OrphanError, 'tier' | 'message'> {
  return {
    session: record.session,
    seq: record.seq,
    at: record.at,
    direction: record.type === 'frame' ? record.direction : '',
    method: record.type === 'client' ? (record.method ?? '') : '',
    codeText: '',
    fromRawMessage: record.type === 'frame' && isUserEdited(record),
  };
}

function notJson(record: FrameRecord, reason: string): string {
  if (record.truncatedBytes === undefined) return `not JSON: ${reason}`;
  return `cut at the size limit for lines: ${record.truncatedBytes} more bytes were on the wire`;
}

const REPEATABLE: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Counts consecutive equal calls of a session's client. */
class RepeatedCalls {
  #before: RequestEvent['envelope'] | undefined;
  #repeats = 0;

  /** How many equal calls came directly before this request; pings in between are ignored, raw messages never count. */
  take({ direction, deliberate }: FrameRecord, envelope: RequestEvent['envelope']): number {
    const { method, params, cut } = envelope;
    if (direction !== 'client-to-server' || method === 'ping') return 0;
    const before = this.#before;
    const isCall = REPEATABLE.has(method) && deliberate !== true && cut === undefined;
    this.#before = isCall ? envelope : undefined;
    const isSame = isCall && before?.method === method && wantSame(before.params, params);
    this.#repeats = isSame ? this.#repeats + 1 : 0;
    return this.#repeats;
  }
}

/** True if two calls have equal params apart from `_meta`, which is individual, such as a progress token. */
function wantSame(one: unknown, other: unknown): boolean {
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one).filter((key) => key !== '_meta');
  const others = Object.keys(other).filter((key) => key !== '_meta');
  return keys.length === others.length && keys.every((key) => jsonEqual(one[key], other[key]));
}
