import { isOpen, type Outcome } from '../frame/row.ts';
import { TIERS, type Tier } from '../frame/tier.ts';
import type { Exchange } from './exchange.ts';

/** How a row shows the way things went. */
type RowState = { readonly tier: Tier; readonly outcome: Outcome | ''; readonly pair: number };

/** What the request's row shows: an answered exchange has its tier on the answer. */
export function requestState(exchange: Readonly<Exchange>): RowState {
  const { outcome, answerSeq, tier } = exchange;
  return { outcome, pair: answerSeq, tier: answerSeq > 0 ? 'ok' : tier };
}

/** The worst part, the first of several; among calm parts, one that still waits. */
export function worst<Part extends RowState>(parts: readonly Part[]): Part | undefined {
  let found: Part | undefined;
  for (const part of parts) if (found === undefined || rank(part) > rank(found)) found = part;
  return found;
}

function rank({ tier, outcome }: RowState): number {
  return 2 * TIERS.indexOf(tier) + (isOpen(outcome) ? 1 : 0);
}

/**
 * A row that several messages share: a batch (JSON-RPC 2.0 §6). It shows its worst part, which is known after each
 * change of one without a look at all: a batch may hold thousands of requests, each answered by itself.
 */
export class SharedRow {
  /** The states of the parts that are no requests, then those of the requests. */
  readonly #states: RowState[];
  readonly #places = new Map<Readonly<Exchange>, number>();
  /** A tournament: from `#size` on the places of the parts, before them the better one of each two; 1 is the winner. */
  readonly #winners: Int32Array;
  readonly #size: number;

  constructor(settled: readonly RowState[], exchanges: readonly Readonly<Exchange>[]) {
    this.#states = settled.map(({ tier, outcome, pair }) => ({ tier, outcome, pair }));
    for (const exchange of exchanges) {
      this.#places.set(exchange, this.#states.length);
      this.#states.push(requestState(exchange));
    }
    this.#size = this.#states.length;
    this.#winners = new Int32Array(2 * this.#size);
    for (let place = 0; place < this.#size; place += 1) this.#winners[this.#size + place] = place;
    for (let at = this.#size - 1; at > 0; at -= 1) this.#play(at);
  }

  /** Takes what became of one of the row's requests. */
  update(exchange: Readonly<Exchange>): void {
    const place = this.#places.get(exchange);
    if (place === undefined) return;
    this.#states[place] = requestState(exchange);
    for (let at = (this.#size + place) >> 1; at > 0; at >>= 1) this.#play(at);
  }

  get state(): RowState {
    return this.#states[this.#winners[1] ?? 0] ?? { tier: 'ok', outcome: '', pair: 0 };
  }

  #play(at: number): void {
    const one = this.#winners[2 * at] ?? 0;
    const other = this.#winners[2 * at + 1] ?? 0;
    const difference = this.#rankAt(one) - this.#rankAt(other);
    this.#winners[at] = difference > 0 || (difference === 0 && one < other) ? one : other;
  }

  #rankAt(place: number): number {
    const state = this.#states[place];
    return state === undefined ? -1 : rank(state);
  }
}
