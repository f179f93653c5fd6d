import { GrowingColumn } from '../frame/growing-column.ts';

/** Buckets of a decade: each is 6 % wider than the one before. */
const PER_DECADE = 40;
const LEAST_EXPONENT = -3;
const DECADES = 16;
const BUCKETS = 1 + DECADES * PER_DECADE;

/**
 * Values of which percentiles are asked, in milliseconds or bytes. Each goes into a bucket as it comes, so that a
 * percentile, which is exact, sorts the values of one bucket alone.
 */
export class Spread {
  readonly #values = new GrowingColumn((room) => new Float64Array(room));
  readonly #buckets = new GrowingColumn((room) => new Uint16Array(room));
  #counts = new Uint32Array(0);
  #sum = 0;
  #most = 0;

  get count(): number {
    return this.#values.length;
  }

  get sum(): number {
    return this.#sum;
  }

  /** 0 for no values. */
  get most(): number {
    return this.#most;
  }

  /** Takes a value that is not negative. */
  add(value: number): void {
    const bucket = bucketOf(value);
    if (this.#counts.length === 0) this.#counts = new Uint32Array(BUCKETS);
    this.#values.push(value);
    this.#buckets.push(bucket);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
    if (value > this.#most) this.#most = value;
  }

  /** The value that `share` (0 to 1) of the values do not exceed, by nearest rank; 0 for no values. */
  percentile(share: number): number {
    if (this.count === 0) return 0;
    let rank = Math.min(this.count, Math.max(1, Math.ceil(share * this.count)));
    let bucket = 0;
    for (; rank > (this.#counts[bucket] ?? 0); bucket += 1) rank -= this.#counts[bucket] ?? 0;
    const inside = new Float64Array(this.#counts[bucket] ?? 0);
    let filled = 0;
    for (let at = 0; filled < inside.length; at += 1) {
      if (this.#buckets.at(at) !== bucket) continue;
      inside[filled] = this.#values.at(at);
      filled += 1;
    }
    return inside.sort()[rank - 1] ?? 0;
  }

  /**
   * How many values lie in each of `perDecade * decades` steps from `10 ** from` on; what lies outside counts in
   * the step at that end. `perDecade` must divide 40.
   */
  steps(from: number, decades: number, perDecade: number): number[] {
    const steps = Array.from({ length: decades * perDecade }, () => 0);
    const first = 1 + (from - LEAST_EXPONENT) * PER_DECADE;
    for (const [bucket, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const step = Math.floor((bucket - first) / (PER_DECADE / perDecade));
      const held = Math.min(steps.length - 1, Math.max(0, step));
      steps[held] = (steps[held] ?? 0) + count;
    }
    return steps;
  }
}

function bucketOf(value: number): number {
  if (!(value >= 10 ** LEAST_EXPONENT)) return 0;
  const bucket = 1 + Math.floor((Math.log10(value) - LEAST_EXPONENT) * PER_DECADE);
  return Math.min(BUCKETS - 1, bucket);
}
