import type { Row } from '../../../app/frame/row.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import type { RowFollower } from './log-mirror.ts';

/** The stacking order of the overview, from the ground up. */
export const BIN_TIERS: readonly Tier[] = ['ok', 'transport', 'client', 'tool', 'protocol'];

const BINS = 512;

/**
 * Rows counted over time by tier. A row costs one addition; when time outgrows the bins, each two become
 * one and the width doubles, so a million rows take as much room as ten.
 */
export class TimeBins implements RowFollower {
  readonly #counts = new Uint32Array(BINS * BIN_TIERS.length);
  #start = 0;
  #width: number;
  #last = 0;
  #rows = 0;

  /** `width`: milliseconds of a bin at first. */
  constructor(width = 10) {
    this.#width = width;
  }

  /** Milliseconds of the first row. */
  get start(): number {
    return this.#start;
  }

  /** Milliseconds of the last row. */
  get end(): number {
    return this.#last;
  }

  /** Milliseconds of a bin by now. */
  get width(): number {
    return this.#width;
  }

  get rows(): number {
    return this.#rows;
  }

  added(table: RowTable, from: number, end: number): void {
    for (let index = from; index < end; index += 1) {
      const at = table.timeAt(index);
      if (this.#rows === 0) this.#start = at;
      this.#rows += 1;
      this.#last = Math.max(this.#last, at);
      while (at - this.#start >= this.#width * BINS) this.#fold();
      this.#count(at, table.tierAt(index), 1);
    }
  }

  changed({ at, tier }: Row, before: Row): void {
    if (tier === before.tier) return;
    this.#count(before.at, before.tier, -1);
    this.#count(at, tier, 1);
  }

  /**
   * The counts as `columns` columns from `from` to `to` milliseconds, each a count per tier
   * in the order of `BIN_TIERS`.
   */
  columns(columns: number, from: number, to: number): Uint32Array {
    const tiers = BIN_TIERS.length;
    const sums = new Uint32Array(columns * tiers);
    const span = Math.max(to - from, 1);
    for (let bin = 0; bin < BINS; bin += 1) {
      const at = this.#start + (bin + 0.5) * this.#width;
      const column = Math.min(columns - 1, Math.floor(((at - from) / span) * columns));
      if (at < from - this.#width / 2 || column < 0 || at > to + this.#width / 2) continue;
      for (let tier = 0; tier < tiers; tier += 1) {
        const slot = column * tiers + tier;
        sums[slot] = (sums[slot] ?? 0) + (this.#counts[bin * tiers + tier] ?? 0);
      }
    }
    return sums;
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
