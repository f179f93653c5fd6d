import type { RowBefore, RowTable } from '../row-table.ts';
import type { Tier } from '../tier.ts';
import type { RowFollower } from './row-follower.ts';

/** The stacking order of the overview, bottom up. */
export const BIN_TIERS: readonly Tier[] = ['ok', 'transport', 'client', 'tool', 'protocol'];

const BINS = 512;

/** Milliseconds; a longer span without rows is idle. */
export const IDLE_MS = 5000;
/** Beyond this many idle spans, the others keep their length. */
const MAX_IDLE = 500;

/** Rows counted over time by tier, in bins that double their width: a million take as much room as ten. */
export class TimeBins implements RowFollower {
  readonly #counts = new Uint32Array(BINS * BIN_TIERS.length);
  #start = 0;
  #width: number;
  #last = 0;
  #rows = 0;
  readonly #idle: { readonly from: number; readonly to: number }[] = [];

  /** `width`: the initial bin width in milliseconds. */
  constructor(width = 10) {
    this.#width = width;
  }

  /** The time of the first row, in milliseconds. */
  get start(): number {
    return this.#start;
  }

  /** The time of the last row, in milliseconds. */
  get end(): number {
    return this.#last;
  }

  /** The current bin width in milliseconds. */
  get width(): number {
    return this.#width;
  }

  /** The ordered spans without rows; a log with very many has only some of them. */
  get idle(): readonly { readonly from: number; readonly to: number }[] {
    return this.#idle;
  }

  get rows(): number {
    return this.#rows;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const at = table.columns.at.at(index);
      if (this.#rows === 0) this.#start = at;
      else if (at - this.#last > IDLE_MS && this.#idle.length < MAX_IDLE)
        this.#idle.push({ from: this.#last, to: at });
      this.#rows += 1;
      this.#last = Math.max(this.#last, at);
      while (at - this.#start >= this.#width * BINS) this.#fold();
      this.#count(at, table.columns.tier.at(index), 1);
    }
  }

  changed(table: RowTable, index: number, before: RowBefore): void {
    const tier = table.columns.tier.at(index);
    if (tier === before.tier) return;
    const at = table.columns.at.at(index);
    this.#count(at, before.tier, -1);
    this.#count(at, tier, 1);
  }

  /** Visits each nonzero count in bins that overlap a span: the bin's time, the tier's index in `BIN_TIERS`. */
  forEach(
    span: { readonly from: number; readonly to: number },
    take: (from: number, to: number, tier: number, count: number) => void,
  ): void {
    const tiers = BIN_TIERS.length;
    for (let bin = 0; bin < BINS; bin += 1) {
      const from = this.#start + bin * this.#width;
      const to = from + this.#width;
      if (to <= span.from || from > span.to) continue;
      for (let tier = 0; tier < tiers; tier += 1) {
        const count = this.#counts[bin * tiers + tier] ?? 0;
        if (count > 0) take(from, to, tier, count);
      }
    }
  }

  #count(at: number, tier: Tier, by: number): void {
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((at - this.#start) / this.#width)));
    const slot = bin * BIN_TIERS.length + BIN_TIERS.indexOf(tier);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + by;
  }

  #fold(): void {
    const tiers = BIN_TIERS.length;
    const folded = new Uint32Array(this.#counts.length);
    this.#counts.forEach((count, slot) => {
      const bin = Math.floor(slot / tiers) >> 1;
      const target = bin * tiers + (slot % tiers);
      folded[target] = (folded[target] ?? 0) + count;
    });
    this.#counts.set(folded);
    this.#width *= 2;
  }
}
