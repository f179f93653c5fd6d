import { isJsonObject } from '../base/json-value.ts';
import { isUserEdited } from '../frame/answer-change.ts';
import { preview } from '../frame/preview.ts';
import { type Direction, type FrameRecord, opposite } from '../frame/record.ts';
import type { Tier, Where } from '../frame/tier.ts';
import { isTiedCode } from '../protocol/tied-status.ts';
import type { Answer } from '../wire/envelope.ts';
import { contentFit, meantRequest, shownRequest } from './answer-content.ts';
import { type AnswerOutcome, idText, outcomeOf } from './answer-outcome.ts';
import { type AnswerMatch, type Exchange, isInferred, isUserCaused, type OrphanError } from './exchange.ts';
import type { ExchangeBook } from './exchange-book.ts';
import type { HttpBook } from './http-book.ts';
import { type HttpExchange, statusOf } from './http-exchange.ts';
import type { EndedBy } from './process-event.ts';
import type { RawMessage, RawMessages } from './raw-messages.ts';
import type { AnswerEvent } from './session-event.ts';
import type { SessionFacts } from './session-facts.ts';

/** Limit on inferred answers that can still be revoked, for a server that never repeats an id. */
const MAX_INFERRED = 100;

/** A client that writes only malformed lines must not fill the memory. */
const MAX_MALFORMED = 1000;

type Matched =
  | { readonly exchange: Exchange; readonly match: AnswerMatch; readonly rawMessage: RawMessage | undefined }
  | { readonly exchange: undefined; readonly match: 'raw-message'; readonly rawMessage: RawMessage }
  | { readonly exchange: undefined; readonly match: 'orphan' | 'http'; readonly rawMessage: undefined };

/** A message that matters only to its own HTTP exchange, whose status is the verdict. */
const OF_STATUS: Matched = { exchange: undefined, match: 'http', rawMessage: undefined };
const ORPHAN: Matched = { exchange: undefined, match: 'orphan', rawMessage: undefined };

export class AnswerPairing {
  readonly #book: ExchangeBook;
  readonly #rawMessages: RawMessages;
  readonly #facts: SessionFacts;
  readonly #https: HttpBook;
  /** Answers matched by inference only; the real one may still arrive. */
  readonly #inferred = new Map<Exchange, AnswerEvent>();
  /** Ids of the client's lines that are not messages or answer nothing, by key. */
  readonly #malformed = new Map<string, number>();
  /** The last answer, if its id matched: the same line again answers no other request. */
  #last: FrameRecord | undefined;
  /** The client's newest answered request: the server has read all lines before it. */
  #readSeq = 0;
  /** Exchanges answered since the readers last finished. */
  readonly #answered: Exchange[] = [];

  constructor(book: ExchangeBook, rawMessages: RawMessages, facts: SessionFacts, https: HttpBook) {
    this.#https = https;
    this.#book = book;
    this.#rawMessages = rawMessages;
    this.#facts = facts;
  }

  /** `http` is the exchange that carried the answer; undefined over stdio. */
  take(record: FrameRecord, envelope: Answer, http?: HttpExchange): AnswerEvent {
    const { match, exchange, rawMessage } =
      inHttp(record, envelope, http) ?? this.#match(record, envelope, http);
    this.#last = isInferred({ match }) ? undefined : record;
    if (exchange === undefined) {
      const outcome = match === 'http' ? calmOutcome(envelope) : outcomeOf(envelope, undefined, this.#facts);
      if (match === 'orphan') return this.#misfit(record, envelope, outcome, undefined);
      if (outcome.tier !== 'ok')
        this.#book.orphan(this.#orphanError(record, outcome, preview(outcome.message)));
      return this.#event(record, envelope, outcome, match, undefined, rawMessage);
    }
    const orphaned = this.#takeBack(exchange, match);
    if (exchange.answerSeq > 0 && orphaned === undefined) {
      return this.#misfit(record, envelope, outcomeOf(envelope, exchange, this.#facts), exchange);
    }
    // The answer itself may reveal the revision to read it by.
    if (envelope.kind === 'error') this.#facts.learnFromError(exchange, envelope.error);
    else if (isJsonObject(envelope.result)) {
      this.#facts.learnFromResult(exchange, envelope.result, record.seq);
    }
    const outcome =
      match === 'http' && http !== undefined
        ? statusOutcome(envelope, http, this.#https.verdictOn(http).where || 'http')
        : outcomeOf(envelope, exchange, this.#facts);
    this.#settle(record, exchange, match, outcome);
    if (record.direction === 'server-to-client') this.#countMisnumbered(match, envelope);
    this.#answered.push(exchange);
    if (record.direction === 'server-to-client') this.#readSeq = Math.max(this.#readSeq, exchange.requestSeq);
    const event = this.#event(record, envelope, outcome, match, exchange, rawMessage, orphaned);
    if (isInferred(exchange)) this.#keep(exchange, event);
    return event;
  }

  /** Called once the readers have taken the answers: keeps params only for answers that may be revoked. */
  release(): void {
    for (const exchange of this.#answered) {
      if (!this.#inferred.has(exchange)) exchange.params = undefined;
    }
    this.#answered.length = 0;
  }

  /** The connection has ended: open requests are lost, and so are failed calls that no client could match. */
  loseAll(at: number, by: EndedBy): readonly Exchange[] {
    const lost = [...this.#inferred.keys()].filter(({ answerSeq, tier }) => answerSeq > 0 && tier !== 'ok');
    for (const exchange of lost) this.#book.loseInferred(exchange, at);
    this.#inferred.clear();
    return [...this.#book.loseOpen(at, by), ...lost];
  }

  /** Notes a client line that is not a message but has an id: a lenient server answers it. */
  noteMalformed(idKey: string, seq: number): void {
    if (idKey !== '' && this.#malformed.size < MAX_MALFORMED) this.#malformed.set(idKey, seq);
  }

  /** Answers from the previous run can no longer arrive. */
  startRun(): void {
    this.#inferred.clear();
    this.#malformed.clear();
  }

  #match(record: FrameRecord, envelope: Answer, http: HttpExchange | undefined): Matched {
    const { id } = envelope;
    const asker = opposite(record.direction);
    const { index } = this.#book;
    // A result belongs to a request; if ids never match, an open raw message does not take precedence.
    const isUnnamed = id === undefined && envelope.kind === 'result' && this.#facts.misnumbers;
    const meant = isUnnamed ? this.#meant(record, envelope, false) : undefined;
    if (meant !== undefined) return { exchange: meant, match: 'without-id', rawMessage: undefined };
    const named = id === undefined ? undefined : this.#named(asker, id.key, envelope);
    const mistyped = id === undefined || named !== undefined ? undefined : index.otherType(asker, id);
    const byId = named ?? (mistyped?.outcome === 'pending' ? mistyped : undefined);
    const rawMessage = byId?.outcome === 'pending' ? undefined : this.#rawMessageOf(record, envelope);
    if (rawMessage !== undefined) {
      const { exchange } = rawMessage;
      if (exchange === undefined) return { exchange, match: 'raw-message', rawMessage };
      return { exchange, match: id === undefined ? 'without-id' : 'raw-message', rawMessage };
    }
    const isShifted = byId !== undefined && this.#isShifted(byId);
    const isTaken =
      isShifted ||
      (byId !== undefined &&
        byId.answerSeq > 0 &&
        !(this.#inferred.has(byId) && contentFit(envelope, byId) !== 'other'));
    if (byId === undefined || isTaken) {
      const known = byId ?? mistyped;
      const isFree = isShifted || known === undefined || known.answerSeq > 0;
      const exchange = isFree && http === undefined ? this.#meant(record, envelope, isTaken) : undefined;
      if (exchange !== undefined)
        return { exchange, match: id === undefined ? 'without-id' : 'own-id', rawMessage };
    }
    const only = http === undefined ? undefined : onlyWaiting(http);
    if (only !== undefined && byId?.outcome !== 'pending')
      return { exchange: only, match: id === undefined ? 'without-id' : 'own-id', rawMessage };
    if (byId === undefined) return http !== undefined && asker === 'server-to-client' ? OF_STATUS : ORPHAN;
    return { exchange: byId, match: byId === named ? 'id' : 'other-type', rawMessage };
  }

  #countMisnumbered(match: AnswerMatch, { kind }: Answer): void {
    const facts = this.#facts;
    if (match === 'id') facts.misnumbered = Math.max(0, facts.misnumbered - 1);
    else if (match !== 'raw-message' && kind === 'result') facts.misnumbered += 1;
  }

  /** True if a request was answered under another id and a later one is open: its own answer has this id. */
  #isShifted(byId: Exchange): boolean {
    const inferred = this.#inferred.get(byId);
    if (inferred === undefined || inferred.envelope.id === undefined) return false;
    return (this.#book.index.latestPending(byId.sender)?.requestSeq ?? 0) > inferred.record.seq;
  }

  /** The request with this id; among several, the one that the answer's content identifies. */
  #named(asker: Direction, key: string, envelope: Answer): Exchange | undefined {
    const { index } = this.#book;
    const byId = index.answeredBy(asker, key);
    const sharing = byId === undefined ? [] : index.sharing(asker, key);
    const shown = sharing.length > 1 ? shownRequest(envelope, sharing) : undefined;
    if (shown === undefined) return byId;
    shown.sharesId = false;
    for (const other of sharing) if (sharing.length === 2) other.sharesId = false;
    return shown;
  }

  /** The request of an answer whose id matches nothing open. */
  #meant(record: FrameRecord, envelope: Answer, isTaken: boolean): Exchange | undefined {
    const facts = this.#facts;
    const key = keyOf(envelope);
    if (key !== '' && (!facts.complete || this.#malformed.has(key))) return undefined;
    if (isTaken && record.raw !== undefined && record.raw === this.#last?.raw) return undefined;
    const waiting = this.#book.index.pendingSince(opposite(record.direction), facts.runSeq);
    return meantRequest(envelope, waiting, isTaken, this.#inferred.size > 0);
  }

  /** The raw message that this answers; a request with the same id takes precedence. */
  #rawMessageOf({ direction, at }: FrameRecord, { id }: Answer): RawMessage | undefined {
    if (direction === 'client-to-server' || this.#rawMessages.none) return undefined;
    return this.#rawMessages.take(id?.key, at, this.#readSeq);
  }

  #settle(record: FrameRecord, exchange: Exchange, match: AnswerMatch, outcome: AnswerOutcome): void {
    const before = exchange.outcome;
    const isGivenUp = before === 'timed out' || before === 'cancelled' || before === 'late';
    const tooLate = isGivenUp && exchange.tier === 'client';
    this.#book.answer(exchange, record.seq, match, {
      tier: tooLate ? 'client' : outcome.tier,
      outcome: tooLate ? 'late' : outcome.outcome,
      endedAt: record.at,
      codeText: outcome.codeText,
      message: preview(tooLate && exchange.message !== '' ? exchange.message : outcome.message),
      where: tooLate ? '' : (outcome.where ?? ''),
    });
  }

  /** An answer to nothing, or a duplicate answer to `exchange`. */
  #misfit(
    record: FrameRecord,
    envelope: Answer,
    outcome: AnswerOutcome,
    exchange: Exchange | undefined,
  ): AnswerEvent {
    const match = exchange === undefined ? 'orphan' : 'duplicate';
    // A lenient server answers it under its id.
    if (record.direction === 'client-to-server') this.noteMalformed(keyOf(envelope), record.seq);
    const line = exchange === undefined ? this.#lineOf(record, envelope) : undefined;
    const isCalm = line !== undefined && outcome.tier === 'ok';
    const tier: Tier = isNoMessage(record, envelope) ? 'client' : isCalm ? 'ok' : 'protocol';
    const known = { ...outcome, tier };
    const event = { ...this.#event(record, envelope, known, match, exchange, undefined), line };
    if (tier === 'ok') return event;
    this.#book.orphan({
      ...this.#orphanError(record, event.outcome, event.misfit),
      method: exchange?.method ?? '',
      fromRawMessage: isUserEdited(record) || (exchange !== undefined && isUserCaused(exchange)),
      ...(exchange === undefined ? {} : { requestSeq: exchange.requestSeq, target: exchange.target }),
    });
    return event;
  }

  #lineOf(record: FrameRecord, envelope: Answer): number | undefined {
    if (record.direction !== 'server-to-client') return undefined;
    const seq = this.#malformed.get(keyOf(envelope));
    this.#malformed.delete(keyOf(envelope));
    return seq;
  }

  #event(
    record: FrameRecord,
    envelope: Answer,
    outcome: AnswerOutcome,
    match: AnswerEvent['match'],
    exchange: Exchange | undefined,
    rawMessage: RawMessage | undefined,
    orphaned?: AnswerEvent,
  ): AnswerEvent {
    const misfit = match === 'duplicate' || match === 'orphan' ? misfitText(envelope, match, outcome) : '';
    const facts = this.#facts;
    return {
      kind: 'answer',
      record,
      envelope,
      match,
      exchange,
      rawMessage,
      outcome,
      misfit,
      orphaned,
      facts,
    };
  }

  #orphanError(
    record: FrameRecord,
    { tier, codeText }: Pick<AnswerOutcome, 'tier' | 'codeText'>,
    message: string,
  ): OrphanError {
    const { session, seq, at, direction } = record;
    const place = this.#https.of(record)?.place;
    const http = place === undefined ? {} : { http: { ...place, where: '' as const } };
    return {
      session,
      seq,
      at,
      direction,
      tier,
      method: '',
      codeText,
      message,
      fromRawMessage: true,
      ...http,
    };
  }

  #keep(exchange: Exchange, event: AnswerEvent): void {
    const [oldest] = this.#inferred.keys();
    if (oldest !== undefined && this.#inferred.size >= MAX_INFERRED) {
      this.#inferred.delete(oldest);
      oldest.params = undefined;
    }
    this.#inferred.set(exchange, event);
  }

  /** Revokes an inferred answer when the real one arrives: the earlier frame becomes an orphan. */
  #takeBack(exchange: Exchange, match: AnswerMatch): AnswerEvent | undefined {
    const inferred = match === 'id' || match === 'other-type' ? this.#inferred.get(exchange) : undefined;
    if (inferred === undefined) return undefined;
    this.#inferred.delete(exchange);
    this.#book.forgetLikely(exchange);
    const { record, envelope } = inferred;
    const named = this.#book.index.answeredBy(exchange.sender, keyOf(envelope));
    return this.#misfit(record, envelope, outcomeOf(envelope, named, this.#facts), named);
  }
}

/** Matches an answer through its HTTP exchange: by its id, or by an error status. */
function inHttp(
  { direction }: FrameRecord,
  { id, kind }: Answer,
  http: HttpExchange | undefined,
): Matched | undefined {
  if (http === undefined || direction === 'client-to-server') return undefined;
  const own = id === undefined ? undefined : http.requests.find((one) => one.id.key === id.key);
  if (own !== undefined) return { exchange: own, match: 'id', rawMessage: undefined };
  const waiting = http.requests.find(({ answerSeq }) => answerSeq === 0);
  if (kind !== 'error' || statusOf(http) < 400) return undefined;
  return waiting === undefined ? OF_STATUS : { exchange: waiting, match: 'http', rawMessage: undefined };
}

function onlyWaiting({ requests }: HttpExchange): Exchange | undefined {
  const [only, another] = requests.filter(({ answerSeq }) => answerSeq === 0);
  return another === undefined ? only : undefined;
}

function calmOutcome(envelope: Answer): AnswerOutcome {
  const { codeText, message } = envelope.kind === 'error' ? envelope.error : { codeText: '', message: '' };
  return { tier: 'ok', outcome: 'ok', codeText, message };
}

/** The outcome of an error that matches no request id and is explained by the HTTP status. */
function statusOutcome(envelope: Answer, http: HttpExchange, where: Where): AnswerOutcome {
  const { codeText, message } = envelope.kind === 'error' ? envelope.error : { codeText: '', message: '' };
  if (isTiedCode(statusOf(http), codeText))
    return { tier: 'protocol', outcome: 'protocol error', codeText, message };
  return { tier: 'transport', outcome: 'lost', codeText, message, where };
}

function keyOf({ id }: Answer): string {
  return id?.key ?? '';
}

/** A client line with only an id is not a message (JSON-RPC 2.0 §5), so it answers nothing. */
function isNoMessage({ direction }: FrameRecord, { faults }: Answer): boolean {
  return direction === 'client-to-server' && faults.includes('no-result-no-error');
}

function misfitText(envelope: Answer, match: 'orphan' | 'duplicate', { message }: AnswerOutcome): string {
  const id = idText(envelope);
  const what =
    match === 'duplicate'
      ? `a second answer to id ${id}`
      : `an answer to id ${id === '' ? '(none)' : id}, which nobody asked for`;
  return preview(message === '' ? what : `${what}: ${message}`);
}
