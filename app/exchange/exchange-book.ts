import { isJsonObject } from '../base/json-value.ts';
import type { Outcome } from '../frame/outcome.ts';
import type { ClientRecord, Direction } from '../frame/record.ts';
import type { RowSink } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';
import { readRpcId } from '../wire/rpc-id.ts';
import { type Counts, type Exchange, noCounts, type StrayError } from './exchange.ts';
import { clientOutcome } from './rows.ts';

type Opening = Pick<Exchange, 'sender' | 'id' | 'method' | 'target' | 'requestSeq' | 'startedAt'>;
type Settlement = Partial<Pick<Exchange, 'answerSeq' | 'endedAt' | 'codeText' | 'message' | 'inferred'>> & {
  tier: Tier;
  outcome: Outcome;
};

/** All exchanges of a session: finds them by (sender, id), settles them, and keeps the counts true. */
export class ExchangeBook {
  readonly counts: Counts = noCounts();
  readonly exchanges: Exchange[] = [];
  readonly strays: StrayError[] = [];
  readonly #session: string;
  readonly #sink: RowSink;
  readonly #byId = new Map<string, Exchange>();
  readonly #open = new Set<Exchange>();

  constructor(session: string, sink: RowSink) {
    this.#session = session;
    this.#sink = sink;
  }

  get openCount(): number {
    return this.#open.size;
  }

  open(opening: Opening): void {
    const exchange: Exchange = {
      ...opening,
      session: this.#session,
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
    this.#byId.set(exchange.sender + exchange.id.key, exchange);
    this.#open.add(exchange);
  }

  /** The latest exchange whose request `sender` sent with this id, open or settled. */
  find(sender: Direction, idKey: string): Exchange | undefined {
    return this.#byId.get(sender + idKey);
  }

  /** The exchange that a `notifications/cancelled` of its sender names. */
  named(sender: Direction, params: unknown): Exchange | undefined {
    if (!isJsonObject(params)) return undefined;
    const id = readRpcId(params.requestId, '');
    return id === undefined ? undefined : this.find(sender, id.key);
  }

  /** The exchange of the id in a client record; the client only knows ids of its own requests. */
  byClientId(id: string | number | undefined): Exchange | undefined {
    const read = readRpcId(id, '');
    return read === undefined ? undefined : this.find('client-to-server', read.key);
  }

  /** The one open exchange that `sender` began, or undefined where there are none or several. */
  onlyOpen(sender: Direction): Exchange | undefined {
    let found: Exchange | undefined;
    for (const exchange of this.#open) {
      if (exchange.sender !== sender) continue;
      if (found !== undefined) return undefined;
      found = exchange;
    }
    return found;
  }

  /** Gives an exchange its (new) outcome and corrects counts and the request's row. */
  settle(exchange: Exchange, settlement: Settlement): void {
    if (exchange.outcome !== 'pending') this.counts[exchange.tier] -= 1;
    if (exchange.answerSeq === 0 && (settlement.answerSeq ?? 0) > 0) this.counts.unanswered -= 1;
    Object.assign(exchange, settlement);
    this.counts[exchange.tier] += 1;
    this.#open.delete(exchange);
    // An answered exchange shows its tier on the answer, an unanswered one on its request.
    this.#sink.patch(exchange.requestSeq, {
      outcome: exchange.outcome,
      pair: exchange.answerSeq,
      tier: exchange.answerSeq > 0 ? 'ok' : exchange.tier,
    });
  }

  stray(stray: StrayError): void {
    this.strays.push(stray);
    this.counts[stray.tier] += 1;
  }

  /** The connection ended: what is open is lost. `at` in milliseconds since the recording began. */
  loseOpen(at: number): void {
    for (const exchange of [...this.#open]) {
      this.settle(exchange, { tier: 'transport', outcome: 'lost', endedAt: at });
    }
  }

  /** What the client did by itself to one of its exchanges. */
  clientEvent(exchange: Exchange, record: ClientRecord): void {
    const outcome = clientOutcome(record.event);
    if (outcome === '') return;
    // A broken answer is already a protocol error, and a loss has a better reason than the client's.
    if (exchange.outcome === 'protocol error' || exchange.outcome === 'lost') return;
    this.settle(exchange, { tier: 'client', outcome, message: record.message, endedAt: record.at });
    if (exchange.answerSeq > 0) this.#sink.patch(exchange.answerSeq, { tier: 'client', outcome });
  }
}
