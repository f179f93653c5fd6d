import { StringPool } from '../frame/growing-column.ts';
import type { Direction } from '../frame/record.ts';
import { isOpen } from '../frame/row.ts';
import { type RpcId, readRpcId } from '../wire/rpc-id.ts';
import type { Exchange } from './exchange.ts';
import { SettledExchanges } from './settled-exchanges.ts';

/** The exchanges that one side started, by the key of their id. */
type Side = {
  readonly latest: Map<string, Exchange>;
  /** Those that were settled long ago. */
  readonly settled: SettledExchanges;
  /** Exchanges whose id was used again before they were answered. */
  readonly reused: Map<string, Reused>;
};
type Sides = { readonly [Sender in Direction]: Side };

/** The exchanges of one id, oldest first. What was passed over once is not looked at again: an id may be used a million times. */
class Reused {
  readonly #exchanges: Exchange[] = [];
  #closed = 0;
  #answered = 0;

  push(exchange: Exchange): void {
    this.#exchanges.push(exchange);
  }

  /** The oldest that is open; none opens again. */
  get open(): Exchange | undefined {
    for (; this.#closed < this.#exchanges.length; this.#closed += 1) {
      const exchange = this.#exchanges[this.#closed];
      if (exchange !== undefined && isOpen(exchange.outcome)) return exchange;
    }
    return undefined;
  }

  /** The oldest without an answer. */
  get unanswered(): Exchange | undefined {
    for (; this.#answered < this.#exchanges.length; this.#answered += 1) {
      const exchange = this.#exchanges[this.#answered];
      if (exchange?.answerSeq === 0) return exchange;
    }
    return undefined;
  }

  /** The answer of one of them was taken away. */
  lookAgain(): void {
    this.#answered = 0;
  }
}

/** Finds the exchanges of one process run by (sender, id), and knows which are open. */
export class ExchangeIndex {
  // Maps for each side: a key joined of side and id would be made and hashed for every look.
  #sides: Sides;
  /** Those of the run before: a client may still report about its own requests. */
  #before: Sides;
  readonly #open = new Set<Exchange>();
  /** Those of this run that ended without an answer; one that came late takes none of them away. */
  readonly #endedWithout = new Set<Exchange>();
  readonly #newSides: () => Sides;
  readonly #onRestored: (exchange: Exchange) => void;

  /** `onRestored` hears of an exchange that was put away and is an object again. */
  constructor(session: string, onRestored: (exchange: Exchange) => void) {
    const pool = new StringPool();
    this.#newSides = () => newSides(session, pool);
    this.#onRestored = onRestored;
    this.#sides = this.#newSides();
    this.#before = this.#newSides();
  }

  /** The open exchanges in the order of their requests. */
  get open(): ReadonlySet<Exchange> {
    return this.#open;
  }

  add(exchange: Exchange): void {
    const { latest, reused } = this.#sides[exchange.sender];
    const { key } = exchange.id;
    // One that was put away has its answer.
    const earlier = latest.get(key);
    if (earlier !== undefined && earlier.answerSeq === 0) {
      const waiting = reused.get(key) ?? new Reused();
      waiting.push(earlier);
      reused.set(key, waiting);
    }
    latest.set(key, exchange);
    this.#open.add(exchange);
  }

  close(exchange: Exchange): void {
    if (this.#open.delete(exchange) && exchange.answerSeq === 0) this.#endedWithout.add(exchange);
  }

  /** Those of this run without an answer, in the order of their requests. */
  neverAnswered(): Exchange[] {
    const found = [...this.#endedWithout, ...this.#open].filter(({ answerSeq }) => answerSeq === 0);
    return found.sort((a, b) => a.requestSeq - b.requestSeq);
  }

  /** The answer of an exchange was taken away. */
  unanswer(exchange: Exchange): void {
    const { sender, id } = exchange;
    this.#sides[sender].reused.get(id.key)?.lookAgain();
    this.#endedWithout.add(exchange);
  }

  /** Puts away an exchange that was settled long ago, if it is one of the many that went as calls go. */
  putAway(exchange: Exchange): void {
    const { latest, settled } = this.#sides[exchange.sender];
    const { key } = exchange.id;
    if (latest.get(key) === exchange && !this.#open.has(exchange) && settled.take(exchange))
      latest.delete(key);
  }

  /** The ids start anew; `kept` was not answered yet and still can be. */
  startRun(kept: Exchange | undefined): void {
    for (const side of Object.values(this.#sides)) {
      // No answer will be read against them any more.
      for (const exchange of side.latest.values()) if (exchange !== kept) exchange.params = undefined;
    }
    this.#before = this.#sides;
    this.#sides = this.#newSides();
    this.#endedWithout.clear();
    if (kept !== undefined) this.#sides[kept.sender].latest.set(kept.id.key, kept);
  }

  /** The exchange that used this id last. */
  latest(sender: Direction, { key }: RpcId): Exchange | undefined {
    return this.#latestOf(this.#sides[sender], key);
  }

  /** True if the run before had a request with this id. */
  usedBefore(sender: Direction, id: RpcId): boolean {
    const { latest, settled } = this.#before[sender];
    return latest.has(id.key) || settled.has(id);
  }

  /**
   * The exchange that an answer with this id belongs to: the oldest that is open, else the latest, unless
   * that has its answer and an earlier one, whose id was used again, has none.
   */
  answeredBy(sender: Direction, key: string): Exchange | undefined {
    const { reused } = this.#sides[sender];
    const last = this.#latestOf(this.#sides[sender], key);
    const waiting = reused.size === 0 ? undefined : reused.get(key);
    if (waiting === undefined) return last;
    const { open } = waiting;
    if (open !== undefined || last?.answerSeq === 0) return open ?? last;
    const { unanswered } = waiting;
    if (unanswered === undefined) reused.delete(key);
    return unanswered ?? last;
  }

  /** The exchange whose id has the same characters and another type: 5 and "5". */
  otherType(sender: Direction, { key }: RpcId): Exchange | undefined {
    const other = key.startsWith('s:') ? `n:${key.slice(2)}` : `s:${key.slice(2)}`;
    return this.answeredBy(sender, other);
  }

  /** The exchange of an id inside a message or a client record, which JSON.parse may have rounded. */
  named(sender: Direction, id: unknown): Exchange | undefined {
    const read = readRpcId(id, '');
    if (read === undefined) return undefined;
    const exact = this.#named(this.#sides[sender], read.key) ?? this.#named(this.#before[sender], read.key);
    if (exact !== undefined || Number.isSafeInteger(id) || typeof id === 'string') return exact;
    for (const exchange of this.#open) {
      if (exchange.sender === sender && Number(exchange.id.text) === id) return exchange;
    }
    return undefined;
  }

  /** The one open exchange that `sender` started since `since`; undefined if there are none or several. */
  onlyOpen(sender: Direction, since: number): Exchange | undefined {
    let found: Exchange | undefined;
    for (const exchange of this.#open) {
      if (exchange.sender !== sender || exchange.outcome === 'listening' || exchange.requestSeq < since)
        continue;
      if (found !== undefined) return undefined;
      found = exchange;
    }
    return found;
  }

  #named(side: Side, key: string): Exchange | undefined {
    return side.reused.get(key)?.open ?? this.#latestOf(side, key);
  }

  #latestOf({ latest, settled }: Side, key: string): Exchange | undefined {
    const known = latest.get(key);
    if (known !== undefined) return known;
    const restored = settled.restore(key);
    if (restored === undefined) return undefined;
    latest.set(key, restored);
    this.#onRestored(restored);
    return restored;
  }
}

function newSides(session: string, pool: StringPool): Sides {
  const side = (sender: Direction): Side => ({
    latest: new Map(),
    settled: new SettledExchanges(session, sender, pool),
    reused: new Map(),
  });
  return { 'client-to-server': side('client-to-server'), 'server-to-client': side('server-to-client') };
}
