import { isJsonObject } from '../base/json-value.ts';
import { isOpen, type Outcome } from '../frame/outcome.ts';
import type { ClientRecord, Direction } from '../frame/record.ts';
import type { RowSink } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';
import { SUBSCRIPTION_ID_KEY } from '../protocol/meta-keys.ts';
import { SUBSCRIPTIONS_LISTEN } from '../protocol/methods.ts';
import { type Counts, countedAs, type Exchange, noCounts, type StrayError } from './exchange.ts';
import { ExchangeIndex } from './exchange-index.ts';
import { HandLines } from './hand-lines.ts';
import { clientOutcome } from './rows.ts';
import { type Face, requestFace, type SharedRow, sharedFace } from './shared-row.ts';

type Opening = Pick<
  Exchange,
  'sender' | 'id' | 'method' | 'target' | 'requestSeq' | 'startedAt' | 'deliberate'
>;
type Settlement = Partial<Pick<Exchange, 'answerSeq' | 'endedAt' | 'codeText' | 'message' | 'inferred'>> & {
  tier: Tier;
  outcome: Outcome;
};

/** All exchanges of a session: finds them by (sender, id), settles them, and keeps the counts true. */
export class ExchangeBook {
  readonly counts: Counts = noCounts();
  readonly exchanges: Exchange[] = [];
  readonly strays: StrayError[] = [];
  /** What was malformed on purpose and waits for an answer. */
  readonly handLines = new HandLines();
  readonly #session: string;
  readonly #sink: RowSink;
  readonly #index = new ExchangeIndex();
  readonly #sharedRows = new Map<number, SharedRow>();

  constructor(session: string, sink: RowSink) {
    this.#session = session;
    this.#sink = sink;
  }

  /** The calls that wait for an answer; a subscription waits for none. */
  get openCount(): number {
    return this.#index.open().filter(({ method }) => method !== SUBSCRIPTIONS_LISTEN).length;
  }

  open(opening: Opening): Exchange {
    const { sender, id, method, target, requestSeq, startedAt, deliberate } = opening;
    // Named one by one: V8 turns a spread with this many members into a slow object, twice the time of a load.
    const exchange: Exchange = {
      session: this.#session,
      sender,
      id,
      method,
      target,
      requestSeq,
      startedAt,
      deliberate,
      answerSeq: 0,
      endedAt: -1,
      tier: 'ok',
      outcome: 'pending',
      codeText: '',
      message: '',
      inferred: false,
    };
    this.counts.requests += 1;
    this.counts.unanswered += 1;
    this.exchanges.push(exchange);
    this.#index.add(exchange);
    return exchange;
  }

  /** Says that the requests of `seq` share one row with parts that look like `settled`. */
  share(seq: number, settled: readonly Face[]): void {
    const first = this.exchanges.findLastIndex((exchange) => exchange.requestSeq !== seq) + 1;
    const exchanges = this.exchanges.slice(first);
    if (exchanges.length > 0) this.#sharedRows.set(seq, { settled, exchanges });
  }

  /** The oldest open exchange of this sender and id; where none is open, the latest. */
  find(sender: Direction, idKey: string): Exchange | undefined {
    return this.#index.find(sender, idKey);
  }

  /** The exchange that a `notifications/cancelled` of its sender names. */
  named(sender: Direction, params: unknown): Exchange | undefined {
    return isJsonObject(params) ? this.#index.findValue(sender, params.requestId) : undefined;
  }

  /** The subscription that the `_meta` of a notification names (2026-07-28, basic/patterns/subscriptions). */
  subscription(params: unknown): Exchange | undefined {
    const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : {};
    const found = this.#index.findValue('client-to-server', meta[SUBSCRIPTION_ID_KEY]);
    return found?.method === SUBSCRIPTIONS_LISTEN ? found : undefined;
  }

  /** The exchange of the id in a client record; the client only knows ids of its own requests. */
  byClientId(id: string | number | undefined): Exchange | undefined {
    return this.#index.findValue('client-to-server', id);
  }

  /** The one open exchange that `sender` began, or undefined where there are none or several. */
  onlyOpen(sender: Direction): Exchange | undefined {
    return this.#index.onlyOpen(sender);
  }

  /** Gives an exchange its (new) outcome and corrects counts and the request's row. */
  settle(exchange: Exchange, settlement: Settlement): void {
    if (!isOpen(exchange.outcome)) this.counts[countedAs(exchange)] -= 1;
    if (exchange.answerSeq === 0 && (settlement.answerSeq ?? 0) > 0) this.counts.unanswered -= 1;
    // One by one: it is done for every answer, and Object.assign takes several times as long.
    const { tier, outcome, answerSeq, endedAt, codeText, message, inferred } = settlement;
    exchange.tier = tier;
    exchange.outcome = outcome;
    if (answerSeq !== undefined) exchange.answerSeq = answerSeq;
    if (endedAt !== undefined) exchange.endedAt = endedAt;
    if (codeText !== undefined) exchange.codeText = codeText;
    if (message !== undefined) exchange.message = message;
    if (inferred !== undefined) exchange.inferred = inferred;
    this.counts[countedAs(exchange)] += 1;
    this.#index.close(exchange);
    this.#patch(exchange);
  }

  /** The server has acknowledged a subscription: it stays open, and nobody waits. */
  acknowledge(exchange: Exchange): void {
    if (exchange.outcome !== 'pending') return;
    exchange.outcome = 'listening';
    this.#patch(exchange);
  }

  #patch(exchange: Exchange): void {
    const shared = this.#sharedRows.get(exchange.requestSeq);
    this.#sink.patch(exchange.requestSeq, shared === undefined ? requestFace(exchange) : sharedFace(shared));
  }

  stray(stray: StrayError): void {
    this.strays.push(stray);
    this.counts[countedAs(stray)] += 1;
  }

  /** Puts what is known now in the place of an earlier stray error of the same tier. */
  replaceStray(earlier: StrayError, stray: StrayError): void {
    const index = this.strays.indexOf(earlier);
    if (index < 0) throw new Error(`no stray error at seq ${earlier.seq}`);
    this.strays.splice(index, 1);
    this.counts[countedAs(earlier)] -= 1;
    this.stray(stray);
  }

  /** No answer can come any more: what is open is lost. `at` in milliseconds since the recording began. */
  loseOpen(at: number): void {
    for (const exchange of this.#index.open()) this.lose(exchange, at);
  }

  lose(exchange: Exchange, at: number): void {
    if (exchange.method === SUBSCRIPTIONS_LISTEN) {
      this.settle(exchange, { tier: 'ok', outcome: 'ok', endedAt: at });
      return;
    }
    this.settle(exchange, { tier: 'transport', outcome: 'lost', endedAt: at });
  }

  /** What the client did by itself to one of its exchanges. */
  clientEvent(exchange: Exchange, record: ClientRecord): void {
    const outcome = eventOutcome(exchange, record);
    if (outcome === '') return;
    this.settle(exchange, { tier: 'client', outcome, message: record.message, endedAt: record.at });
    if (exchange.answerSeq > 0) this.#sink.patch(exchange.answerSeq, { tier: 'client', outcome });
  }
}

/** The outcome that a client event gives to its exchange; empty where the exchange keeps its own. */
function eventOutcome(exchange: Exchange, record: ClientRecord): Outcome | '' {
  const outcome = clientOutcome(record.event);
  switch (exchange.outcome) {
    // A broken answer is already a protocol error, and a loss has a better reason than the client's.
    case 'protocol error':
    case 'lost':
    case 'late':
      return '';
    case 'ok':
    case 'tool error':
      // The answer is on the wire, but the client had given up before it read it.
      return outcome === 'timed out' || outcome === 'cancelled' ? 'late' : outcome;
    default:
      return outcome;
  }
}
