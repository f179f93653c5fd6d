import type { Direction } from '../frame/record.ts';
import type { RpcId } from '../wire/rpc-id.ts';
import type { SeenExchange } from './seen-exchange.ts';

/** The requests of a session by (sender, id), and those that wait for an answer. */
export class ExchangeIndex {
  readonly #byId = new Map<string, SeenExchange>();
  readonly #open = new Set<SeenExchange>();

  get open(): ReadonlySet<SeenExchange> {
    return this.#open;
  }

  add(exchange: SeenExchange): void {
    const key = exchange.sender + exchange.id.key;
    const earlier = this.#byId.get(key);
    if (earlier !== undefined) this.#open.delete(earlier);
    this.#byId.set(key, exchange);
    this.#open.add(exchange);
  }

  find(sender: Direction, id: RpcId): SeenExchange | undefined {
    return this.#byId.get(sender + id.key);
  }

  /** The exchange whose id has the same characters and another type: 5 and "5". */
  findOtherType(sender: Direction, id: RpcId): SeenExchange | undefined {
    const other = id.key.startsWith('s:') ? `n:${id.key.slice(2)}` : `s:${id.key.slice(2)}`;
    return this.#byId.get(sender + other);
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
    this.#byId.clear();
    this.#open.clear();
  }
}
