import type { Exchange } from './exchange.ts';

/** So many settled requests may stay in a list, whatever it holds beside them. */
const SLACK = 32;

/** The requests of one side that wait for an answer, in their order. A settled one leaves the list once it is in the way. */
export class PendingRequests {
  #list: Exchange[] = [];
  #size = 0;

  get all(): readonly Exchange[] {
    return this.#list.filter(isPending);
  }

  add(exchange: Exchange): void {
    this.#list.push(exchange);
    this.#size += 1;
  }

  /** One of them does not wait any more. */
  settled(): void {
    this.#size -= 1;
    if (this.#list.length > 2 * this.#size + SLACK) this.#list = this.#list.filter(isPending);
  }

  /** The latest. */
  get latest(): Exchange | undefined {
    for (;;) {
      const last = this.#list.at(-1);
      if (last === undefined || isPending(last)) return last;
      this.#list.pop();
    }
  }

  /** The one that was sent since `since`; undefined if there are none or several. */
  onlySince(since: number): Exchange | undefined {
    const { latest } = this;
    if (latest === undefined || latest.requestSeq < since) return undefined;
    this.#list.pop();
    const before = this.latest;
    this.#list.push(latest);
    return before !== undefined && before.requestSeq >= since ? undefined : latest;
  }
}

function isPending({ outcome }: Exchange): boolean {
  return outcome === 'pending';
}
