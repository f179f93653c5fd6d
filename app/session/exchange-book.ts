import { type ClientRecord, opposite } from '../frame/record.ts';
import { isOpen, type Outcome } from '../frame/row.ts';
import type { Tier, Where } from '../frame/tier.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import {
  type AnswerMatch,
  type Counts,
  countedAs,
  type Exchange,
  isInferred,
  isUserCaused,
  newExchange,
  noCounts,
  type OrphanError,
} from './exchange.ts';
import { ExchangeIndex } from './exchange-index.ts';
import { CLIENT_OUTCOMES, type EndedBy } from './process-event.ts';

type Settlement = {
  readonly tier: Tier;
  readonly outcome: Outcome;
  readonly endedAt: number;
  readonly codeText?: string;
  readonly message?: string;
  readonly where?: Where | '';
};

/** If exchanges are not all kept, errors beyond this are only counted: each is an object with its evidence. */
const MAX_ERRORS = 100_000;

/** All exchanges of a session and the errors outside them: settles them and maintains the counts. */
export class ExchangeBook {
  readonly counts: Counts = noCounts();
  /** All exchanges, or none if they are not kept. */
  readonly exchanges: Exchange[] = [];
  readonly failed = new Set<Exchange>();
  readonly orphans: OrphanError[] = [];
  /** The first error that is only counted because there are too many; 0 for none. */
  errorsCutAt = 0;
  readonly index: ExchangeIndex;
  readonly #session: string;
  readonly #recent: RecentlySettled | undefined;
  /** Orphans whose request the client gave up; the real answer may still revoke the link. */
  readonly #likely = new Map<number, OrphanError>();
  /** True while reading the messages of a batch, which share a row. */
  inBatch = false;

  /** How many settled exchanges stay objects, besides up to {@link MAX_ERRORS} failed ones; all if undefined. */
  constructor(session: string, keptSettled?: number) {
    this.#session = session;
    this.#recent = keptSettled === undefined ? undefined : new RecentlySettled(keptSettled);
    this.index = new ExchangeIndex(session, (restored) => this.#settled(restored));
  }

  /** The calls that wait for an answer, without subscriptions. */
  get waiting(): number {
    return this.index.pending.filter(({ method }) => method !== SUBSCRIPTIONS_LISTEN).length;
  }

  open(opening: Parameters<typeof newExchange>[1]): Exchange {
    const exchange = newExchange(this.#session, opening);
    this.counts.requests += 1;
    this.counts.unanswered += 1;
    if (this.#recent === undefined) this.exchanges.push(exchange);
    else if (this.inBatch) this.#recent.keepFor(exchange);
    this.index.add(exchange);
    return exchange;
  }

  answer(exchange: Exchange, answerSeq: number, match: AnswerMatch, settlement: Settlement): void {
    if (exchange.answerSeq === 0) this.counts.unanswered -= 1;
    exchange.answerSeq = answerSeq;
    exchange.match = match;
    this.settle(exchange, settlement);
  }

  /** Notes how the user changed the answer of an exchange, which may already be settled. */
  noteChange(exchange: Exchange, heldMs: number, isChanged: boolean): void {
    const isCounted = !isOpen(exchange.outcome);
    if (isCounted) this.counts[countedAs(exchange)] -= 1;
    exchange.heldMs = heldMs;
    exchange.isChanged ||= isChanged;
    if (isCounted) this.counts[countedAs(exchange)] += 1;
  }

  /** Counts an error as a consequence of the server's failed start. */
  noteConsequence(error: Exchange | OrphanError): void {
    this.counts[countedAs(error)] -= 1;
    error.isConsequence = true;
    this.counts[countedAs(error)] += 1;
  }

  settle(exchange: Exchange, settlement: Settlement): void {
    const before = exchange.outcome;
    if (!isOpen(before)) this.counts[countedAs(exchange)] -= 1;
    exchange.isConsequence = false;
    // Field by field: this runs for every answer, and Object.assign takes several times as long.
    const { tier, outcome, endedAt, codeText, message, where = '' } = settlement;
    const hadFailed = exchange.tier !== 'ok';
    exchange.tier = tier;
    exchange.outcome = outcome;
    exchange.endedAt = endedAt;
    exchange.where = where;
    if (codeText !== undefined) exchange.codeText = codeText;
    if (message !== undefined) exchange.message = message;
    this.counts[countedAs(exchange)] += 1;
    this.index.settled(exchange, before);
    if (tier === 'ok') {
      if (hadFailed) this.failed.delete(exchange);
    } else if (this.#hasRoomFor(exchange.answerSeq || exchange.requestSeq)) this.failed.add(exchange);
    this.#settled(exchange);
  }

  #settled(exchange: Exchange): void {
    const oldest = this.#recent?.add(exchange);
    if (oldest !== undefined && (oldest.tier === 'ok' || !this.failed.has(oldest)))
      this.index.putAway(oldest);
  }

  orphan(error: OrphanError): void {
    if (this.#recent === undefined || (error.tier !== 'ok' && this.#hasRoomFor(error.seq)))
      this.orphans.push(error);
    this.counts[countedAs(error)] += 1;
  }

  #hasRoomFor(seq: number): boolean {
    const isFull = this.#recent !== undefined && this.failed.size + this.orphans.length >= MAX_ERRORS;
    if (isFull && this.errorsCutAt === 0) this.errorsCutAt = seq;
    return !isFull;
  }

  /** Removes an orphan error that later turned out not to be one. */
  clear(error: OrphanError): void {
    this.#dropOrphan(error);
    this.counts.ok += 1;
  }

  /** Replaces an orphan error with what is known now. */
  replaceOrphan(earlier: OrphanError, error: OrphanError): void {
    this.#dropOrphan(earlier);
    this.orphan(error);
  }

  /** The real answer arrived, so the one probably meant for `exchange` was not. */
  forgetLikely(exchange: Exchange): void {
    const { requestSeq } = exchange;
    if (exchange.likelyAnswerSeq === 0) return;
    exchange.likelyAnswerSeq = 0;
    const likely = this.#likely.get(requestSeq);
    this.#likely.delete(requestSeq);
    if (likely !== undefined) this.#dropOrphan(likely);
  }

  #dropOrphan(error: OrphanError): void {
    // From the end: revoked errors are recent, and a server may have sent a million unmatched answers.
    const at = this.orphans.lastIndexOf(error);
    if (at >= 0) this.orphans.splice(at, 1);
    else if (this.#recent === undefined)
      throw new Error(`no error outside every exchange at seq ${error.seq}`);
    this.counts[countedAs(error)] -= 1;
  }

  /** No more answers can arrive: open exchanges are lost. `at` in milliseconds since the recording began. */
  loseOpen(at: number, by: EndedBy): Exchange[] {
    // An HTTP exchange has its own end.
    const open = this.index.open.filter(({ x }) => x === 0);
    for (const exchange of open) this.lose(exchange, at, by);
    return open;
  }

  /** Settles an exchange as lost: in the transport tier if the server ended by itself, else in the client tier. */
  lose(exchange: Exchange, at: number, by: EndedBy): void {
    const listened = exchange.method === SUBSCRIPTIONS_LISTEN;
    this.settle(exchange, {
      tier: listened ? 'ok' : by === 'itself' ? 'transport' : 'client',
      outcome: listened ? 'ok' : 'lost',
      endedAt: at,
    });
  }

  /** Applies a client event to its exchange; true if the outcome changed. */
  clientEvent(exchange: Exchange, record: ClientRecord, tier: Tier): boolean {
    if (exchange.givenUpSeq === 0) exchange.givenUpSeq = record.seq;
    const outcome = eventOutcome(exchange, record);
    if (outcome === '') return false;
    if (isInferred(exchange) && isGivenUp(outcome)) this.#unmatch(exchange);
    this.settle(exchange, { tier, outcome, message: record.message, endedAt: record.at });
    return true;
  }

  /** The client left without the answer that was inferred. */
  loseInferred(exchange: Exchange, at: number): void {
    this.#unmatch(exchange);
    this.lose(exchange, at, 'client');
  }

  /** The client gave up without the inferred answer, which becomes an orphan. */
  #unmatch(exchange: Exchange): void {
    const { session, requestSeq, sender, method, target, codeText, message } = exchange;
    const fromRawMessage = isUserCaused(exchange);
    const { answerSeq: seq, endedAt: at } = exchange;
    const place = { session, seq, at, direction: opposite(sender), tier: 'protocol' } as const;
    const likely = { ...place, method, requestSeq, target, codeText, message, fromRawMessage };
    this.#likely.set(requestSeq, likely);
    this.orphan(likely);
    exchange.likelyAnswerSeq = seq;
    exchange.answerSeq = 0;
    exchange.match = undefined;
    exchange.codeText = '';
    this.counts.unanswered += 1;
    this.index.unanswer(exchange);
  }
}

class RecentlySettled {
  readonly #ring: (Exchange | undefined)[];
  readonly #inBatch = new WeakSet<Exchange>();
  #next = 0;

  constructor(most: number) {
    this.#ring = Array.from({ length: most });
  }

  /** Never evicts this exchange: the reader of its batch holds it. */
  keepFor(exchange: Exchange): void {
    this.#inBatch.add(exchange);
  }

  /** Adds an exchange and returns the one that drops out of the recent ones. */
  add(exchange: Exchange): Exchange | undefined {
    if (this.#inBatch.has(exchange)) return undefined;
    const oldest = this.#ring[this.#next];
    this.#ring[this.#next] = exchange;
    this.#next = (this.#next + 1) % this.#ring.length;
    return oldest;
  }
}

function isGivenUp(outcome: Outcome | ''): boolean {
  return outcome === 'timed out' || outcome === 'cancelled';
}

/** The outcome that a client event gives its exchange; empty if it keeps its own. */
function eventOutcome(exchange: Exchange, record: ClientRecord): Outcome | '' {
  const outcome = CLIENT_OUTCOMES[record.event];
  if (isInferred(exchange) && isGivenUp(outcome)) {
    // No client can match an inferred answer, so the client's own report counts. A probe that was answered under
    // another id is as good as answered: its client falls back to `initialize`.
    return exchange.method === 'server/discover' ? '' : outcome;
  }
  switch (exchange.outcome) {
    // A broken answer is already a protocol error, and a loss has a better reason than the client's.
    case 'protocol error':
    case 'lost':
    case 'late':
    // The frame itself has shown that the client cannot read it.
    case 'rejected by the client':
      return '';
    case 'ok':
    case 'tool error':
      // The answer is on the wire, but the client had given up before it read it.
      return isGivenUp(outcome) ? 'late' : outcome;
    default:
      return outcome;
  }
}
