import type { Direction } from '../frame/record.ts';
import { readRpcId } from '../wire/rpc-id.ts';
import type { Exchange } from './exchange.ts';

/** Finds exchanges by (sender, id), and knows which are open. */
export class ExchangeIndex {
  readonly #latest = new Map<string, Exchange>();
  /** Exchanges whose id was used again before they were answered, oldest first. */
  readonly #reused = new Map<string, Exchange[]>();
  readonly #open = new Set<Exchange>();

  /** The open exchanges in the order of their requests, as they are now. */
  open(): Exchange[] {
    return [...this.#open];
  }

  add(exchange: Exchange): void {
    const key = exchange.sender + exchange.id.key;
    const earlier = this.#latest.get(key);
    if (earlier !== undefined && this.#open.has(earlier)) {
      const waiting = this.#reused.get(key);
      if (waiting === undefined) this.#reused.set(key, [earlier]);
      else waiting.push(earlier);
    }
    this.#latest.set(key, exchange);
    this.#open.add(exchange);
  }

  close(exchange: Exchange): void {
    this.#open.delete(exchange);
  }

  /** The oldest open exchange of this sender and id; where none is open, the latest. */
  find(sender: Direction, idKey: string): Exchange | undefined {
    const key = sender + idKey;
    const waiting = this.#reused.get(key);
    if (waiting !== undefined) {
      const oldest = waiting.find((exchange) => this.#open.has(exchange));
      if (oldest !== undefined) return oldest;
      this.#reused.delete(key);
    }
    return this.#latest.get(key);
  }

  /** The exchange of an id that JSON.parse gave, and may have rounded. */
  findValue(sender: Direction, id: unknown): Exchange | undefined {
    const read = readRpcId(id, '');
    if (read === undefined) return undefined;
    const exact = this.find(sender, read.key);
    if (exact !== undefined || Number.isSafeInteger(id) || typeof id === 'string') return exact;
    for (const exchange of this.#open) {
      if (exchange.sender === sender && Number(exchange.id.text) === id) return exchange;
    }
    return undefined;
  }

  /** The one open exchange that `sender` began, or undefined where there are none or several. */
  onlyOpen(sender: Direction): Exchange | undefined {
    let found: Exchange | undefined;
    for (const exchange of this.#open) {
      if (exchange.sender !== sender || exchange.outcome === 'listening') continue;
      if (found !== undefined) return undefined;
      found = exchange;
    }
    return found;
  }
}
