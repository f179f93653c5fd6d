import type { HttpRecord } from '../frame/http-record.ts';
import { preview } from '../frame/preview.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import { EARLIER_SERVER } from './answer-outcome.ts';
import type { Exchange, OrphanError } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import { HttpBook } from './http-book.ts';
import {
  asked,
  closes,
  type HttpExchange,
  isOfMcp,
  isRaw,
  isStream,
  isSuccess,
  messageOf,
  pathIn,
  statusOf,
} from './http-exchange.ts';

type Settled = {
  readonly http: HttpExchange;
  /** The requests that it ended, or that turn out not to be errors. */
  readonly ended: readonly Exchange[];
  /** The error of the exchange itself; undefined for none. */
  readonly error?: OrphanError | undefined;
  /** The records of earlier errors that turned out not to be errors. */
  readonly cleared: readonly number[];
};

/** An exchange that demanded authorization, until a flow has succeeded. */
type Challenge = {
  readonly seq: number;
  readonly exchanges: readonly Exchange[];
  readonly error: OrphanError | undefined;
  /** True for metadata that no client can get a token with; a client with a token shows that it does not matter. */
  readonly isMetadata: boolean;
};

const LEGACY_SERVER = 'a server of HTTP+SSE';
const MAX_KEPT = 100;
const NONE: readonly never[] = [];

/** Ends requests together with the HTTP exchange that carried them, without waiting for a time-out. */
export class HttpSettling {
  readonly #book: ExchangeBook;
  readonly exchanges = new HttpBook();
  readonly #session: string;
  /** Exchanges whose stream ended after an event id from which it can be resumed. */
  readonly #resumable = new Set<HttpExchange>();
  #challenges: Challenge[] = [];
  #tokenSeq = 0;
  /** The client's last request. */
  #lastAsked: Exchange | undefined;

  constructor(session: string, book: ExchangeBook) {
    this.#session = session;
    this.#book = book;
  }

  take(record: HttpRecord): Settled {
    const http = this.exchanges.take(record);
    if (record.event === 'response') for (const exchange of http.requests) exchange.status = record.status;
    if (!closes(record)) return { http, ended: NONE, cleared: NONE };
    const settled = this.#close(http, record);
    const calmed = this.#authorized(http);
    return {
      http,
      ended: [...settled.ended, ...calmed.flatMap(({ exchanges }) => exchanges)],
      error: settled.error,
      cleared: calmed.flatMap(({ error }) => (error === undefined ? [] : [error.seq])),
    };
  }

  /** No more traffic: a stream that could have been resumed was not. */
  finish(at: number): readonly Exchange[] {
    const ended = [...this.#resumable].flatMap((http) => this.#lose(waitingIn(http), http, 'stream', at));
    this.#resumable.clear();
    return ended;
  }

  /** Takes a client request; returns the earlier exchanges that it shows not to be errors. */
  asks(exchange: Exchange): readonly Exchange[] {
    if (exchange.sender === 'server-to-client') return NONE;
    const last = this.#lastAsked;
    this.#lastAsked = exchange;
    // A client that falls back to `initialize` has its answer to `server/discover`.
    const isLater =
      last?.method === 'server/discover' ||
      (last?.method === 'initialize' && this.exchanges.session.isLegacy);
    if (exchange.method !== 'initialize' || !isLater) return NONE;
    if (last.tier !== 'transport' || last.status < 400) return NONE;
    this.#book.settle(last, {
      tier: 'ok',
      outcome: 'ok',
      endedAt: last.endedAt,
      message: last.method === 'initialize' ? LEGACY_SERVER : EARLIER_SERVER,
    });
    return [last];
  }

  #close(http: HttpExchange, record: HttpRecord): Pick<Settled, 'ended' | 'error'> {
    const { at } = record;
    const resumed = this.#resumed(http, at);
    if (http.requests.length === 0) {
      const lost = this.#legacyLost(http, at);
      const error = this.#ownError(http, record);
      this.#noteChallenge(http, NONE, error);
      return { ended: [...resumed, ...lost], error };
    }
    const waiting = waitingIn(http);
    const all = http.requests;
    for (const exchange of all) if (exchange.status === 0) exchange.status = statusOf(http);
    if (waiting.length > 0 && isResumable(http)) {
      if (this.#resumable.size < MAX_KEPT) this.#resumable.add(http);
      return { ended: resumed };
    }
    if (http.isCut && isSuccess(http)) return { ended: [...resumed, ...this.#giveUp(waiting, at, NOT_KEPT)] };
    const { tier, where } = this.exchanges.verdictOn(http);
    const ended =
      tier === 'client'
        ? this.#giveUp(waiting, at)
        : tier === 'ok'
          ? []
          : this.#lose(waiting, http, where || 'http', at);
    const failed = all.filter((one) => one.tier === 'transport');
    this.#noteChallenge(http, failed, undefined);
    return { ended: [...resumed, ...ended] };
  }

  /** A stream was asked to resume: if it cannot, the calls of its first exchange are lost. */
  #resumed(http: HttpExchange, at: number): readonly Exchange[] {
    const first = http.resumes;
    if (first === undefined || !this.#resumable.has(first)) return NONE;
    const waiting = waitingIn(first);
    if (waiting.length === 0) this.#resumable.delete(first);
    const goesOn = http.how === 'client-closed' || isResumable(http);
    if (waiting.length === 0 || goesOn) return NONE;
    return this.#lose(waiting, http, 'stream', at);
  }

  /** The HTTP+SSE stream has ended, and no other channel carries answers. */
  #legacyLost(http: HttpExchange, at: number): readonly Exchange[] {
    if (!this.exchanges.session.isLegacy || http.request?.method !== 'GET' || !isStream(http)) return NONE;
    const waiting = this.#book.index.pending.filter(
      ({ x, sender }) => x > 0 && sender === 'client-to-server',
    );
    return http.how === 'client-closed' ? this.#giveUp(waiting, at) : this.#lose(waiting, http, 'stream', at);
  }

  #lose(
    waiting: readonly Exchange[],
    http: HttpExchange,
    where: Exchange['where'],
    at: number,
  ): readonly Exchange[] {
    const message = preview(messageOf(http));
    const settlement = {
      tier: 'transport',
      outcome: 'lost',
      endedAt: at,
      codeText: codeOf(http),
      message,
      where,
    } as const;
    for (const exchange of waiting) this.#book.settle(exchange, settlement);
    return waiting;
  }

  #giveUp(waiting: readonly Exchange[], at: number, how: Ended = GIVEN_UP): readonly Exchange[] {
    for (const exchange of waiting) {
      const isListening = exchange.method === SUBSCRIPTIONS_LISTEN;
      this.#book.settle(exchange, { ...(isListening ? LISTENED : how), endedAt: at });
    }
    return waiting;
  }

  #ownError(http: HttpExchange, { seq, at }: HttpRecord): OrphanError | undefined {
    const { tier, where } = this.exchanges.ownVerdict(http);
    if (tier === 'ok') return undefined;
    const error: OrphanError = {
      ...{ session: this.#session, seq, at, direction: '', tier, fromRawMessage: isRaw(http) },
      method: `${http.request?.method ?? ''} ${pathIn(http)}`.trim(),
      codeText: codeOf(http),
      message: preview(messageOf(http)),
      http: { x: http.x, status: statusOf(http), where },
    };
    this.#book.orphan(error);
    return error;
  }

  #noteChallenge(http: HttpExchange, exchanges: readonly Exchange[], error: OrphanError | undefined): void {
    const isMetadata = error !== undefined && isSuccess(http) && !isOfMcp(http);
    const isChallenge = statusOf(http) === 401 && isOfMcp(http);
    if ((!isChallenge && !isMetadata) || (exchanges.length === 0 && error === undefined)) return;
    if (this.#challenges.length < MAX_KEPT)
      this.#challenges.push({ seq: http.endSeq, exchanges, error, isMetadata });
  }

  /** An authorized request succeeded after a challenge, so the challenge was not an error. */
  #authorized(http: HttpExchange): readonly Challenge[] {
    if (http.request?.purpose === 'token' && isSuccess(http)) this.#tokenSeq = http.endSeq;
    const isServed = isOfMcp(http) && isSuccess(http) && asked(http, 'authorization') !== undefined;
    if (!isServed || this.#challenges.length === 0) return NONE;
    const met = this.#challenges.filter(({ seq, isMetadata }) => isMetadata || seq < this.#tokenSeq);
    this.#challenges = this.#challenges.filter((one) => !met.includes(one));
    for (const { exchanges, error } of met) {
      for (const exchange of exchanges)
        this.#book.settle(exchange, { tier: 'ok', outcome: 'ok', endedAt: exchange.endedAt });
      if (error !== undefined) this.#book.clear(error);
    }
    return met;
  }
}

type Ended = Pick<Exchange, 'tier' | 'outcome'> & { readonly message?: string };
const LISTENED = { tier: 'ok', outcome: 'ok' } as const;
const NOT_KEPT: Ended = { ...LISTENED, message: 'the recording holds only a part of the answer' };
const GIVEN_UP = { tier: 'client', outcome: 'cancelled' } as const;

/** True for a stream that a GET can resume: it ended or broke off after an event with an id. */
function isResumable(http: HttpExchange): boolean {
  const isOver = http.how === 'complete' || http.how === 'cut';
  return isOver && isSuccess(http) && isStream(http) && http.eventId !== undefined;
}

function waitingIn({ requests }: HttpExchange): Exchange[] {
  return requests.filter(
    ({ answerSeq, outcome }) => answerSeq === 0 && (outcome === 'pending' || outcome === 'listening'),
  );
}

/** The JSON-RPC code of an unmatched error, or the code of a failed connection. */
function codeOf({ errorCode, failed }: HttpExchange): string {
  return errorCode || (failed?.code ?? '');
}
