import type { Direction } from '../frame/record.ts';
import type { RpcId } from '../wire/rpc-id.ts';
import type { SeenExchange } from './seen-exchange.ts';

/** The requests of a session by (sender, id), and those that wait for an answer. */
export class ExchangeIndex {
  // A map for each side: a key joined of side and id would cost more than the rules.
  readonly #ofClient = new Map<string, SeenExchange>();
  readonly #ofServer = new Map<string, SeenExchange>();
  readonly #open = new Set<SeenExchange>();

  get open(): ReadonlySet<SeenExchange> {
    return this.#open;
  }

  /** Registers a request; `earlier`, of the same sender and id, can no longer be answered. */
  add(exchange: SeenExchange, earlier: SeenExchange | undefined): void {
    if (earlier !== undefined) this.#open.delete(earlier);
    this.#of(exchange.sender).set(exchange.id.key, exchange);
    this.#open.add(exchange);
  }

  find(sender: Direction, id: RpcId): SeenExchange | undefined {
    return this.#of(sender).get(id.key);
  }

  /** The exchange whose id has the same characters and another type: 5 and "5". */
  findOtherType(sender: Direction, id: RpcId): SeenExchange | undefined {
    const other = id.key.startsWith('s:') ? `n:${id.key.slice(2)}` : `s:${id.key.slice(2)}`;
    return this.#of(sender).get(other);
  }

  /** The one open exchange that `sender` began; undefined where there are none or several. */
  onlyOpen(sender: Direction): SeenExchange | undefined {
    let found: SeenExchange | undefined;
    for (const exchange of this.#open) {
      if (exchange.sender !== sender) continue;
      if (found !== undefined) return undefined;
      found = exchange;
    }
    return found;
  }

  /** The answer has been judged: what it needed is let go. */
  settle(exchange: SeenExchange, answerSeq: number, inferred: boolean): void {
    exchange.answerSeq = answerSeq;
    exchange.inferred = inferred;
    exchange.params = undefined;
    this.#open.delete(exchange);
  }

  /** Nothing that is open can be answered any more. */
  dropOpen(): void {
    this.#open.clear();
  }

  /** A new life of the server: its ids begin anew. */
  clear(): void {
    this.#ofClient.clear();
    this.#ofServer.clear();
    this.#open.clear();
  }

  #of(sender: Direction): Map<string, SeenExchange> {
    return sender === 'client-to-server' ? this.#ofClient : this.#ofServer;
  }
}
