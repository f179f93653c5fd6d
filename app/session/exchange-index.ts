import type { Direction } from '../frame/record.ts';
import { readRpcId } from '../wire/rpc-id.ts';
import type { Exchange } from './exchange.ts';

/** The exchanges that one side began, by the key of their id. */
type Side = {
  readonly latest: Map<string, Exchange>;
  /** Exchanges whose id was used again before they were answered, oldest first. */
  readonly reused: Map<string, Exchange[]>;
};

/** Finds exchanges by (sender, id), and knows which are open. */
export class ExchangeIndex {
  // Maps for each side: a key joined of side and id would be made and hashed for every look.
  readonly #sides: { readonly [Sender in Direction]: Side } = {
    'client-to-server': { latest: new Map(), reused: new Map() },
    'server-to-client': { latest: new Map(), reused: new Map() },
  };
  readonly #open = new Set<Exchange>();

  /** The open exchanges in the order of their requests, as they are now. */
  open(): Exchange[] {
    return [...this.#open];
  }

  add(exchange: Exchange): void {
    const { latest, reused } = this.#sides[exchange.sender];
    const { key } = exchange.id;
    const earlier = latest.get(key);
    if (earlier !== undefined && this.#open.has(earlier)) {
      const waiting = reused.get(key);
      if (waiting === undefined) reused.set(key, [earlier]);
      else waiting.push(earlier);
    }
    latest.set(key, exchange);
    this.#open.add(exchange);
  }

  close(exchange: Exchange): void {
    this.#open.delete(exchange);
  }

  /** The oldest open exchange of this sender and id; where none is open, the latest. */
  find(sender: Direction, idKey: string): Exchange | undefined {
    const { latest, reused } = this.#sides[sender];
    const waiting = reused.size === 0 ? undefined : reused.get(idKey);
    if (waiting !== undefined) {
      const oldest = waiting.find((exchange) => this.#open.has(exchange));
      if (oldest !== undefined) return oldest;
      reused.delete(idKey);
    }
    return latest.get(idKey);
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
