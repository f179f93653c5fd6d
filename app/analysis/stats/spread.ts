/** Buckets per decade: each is 6 % wider than the previous one. */
const PER_DECADE = 40;
const MIN_EXPONENT = -3;
const DECADES = 16;
const FIRST_ROOM = 16;
const BUCKETS = 1 + DECADES * PER_DECADE;

/** Values in milliseconds or bytes, in buckets: percentiles are exact and searched within one bucket. */
export class Spread {
  // Not packed like a log's columns: values live for one reading and are scanned for each percentile.
  #values = new Float64Array(FIRST_ROOM);
  #buckets = new Uint16Array(FIRST_ROOM);
  #count = 0;
  #counts = new Uint32Array(0);
  #sum = 0;
  #most = 0;

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  /** 0 without values. */
  get most(): number {
    return this.#most;
  }

  add(value: number): void {
    const bucket = bucketOf(value);
    if (this.#counts.length === 0) this.#counts = new Uint32Array(BUCKETS);
    if (this.#count === this.#values.length) this.#grow();
    this.#values[this.#count] = value;
    this.#buckets[this.#count] = bucket;
    this.#count += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
    if (value > this.#most) this.#most = value;
  }

  /** The value that `share` (0 to 1) of the values do not exceed, by nearest rank; 0 without values. */
  percentile(share: number): number {
    if (this.count === 0) return 0;
    let rank = Math.min(this.count, Math.max(1, Math.ceil(share * this.count)));
    let bucket = 0;
    for (; rank > (this.#counts[bucket] ?? 0); bucket += 1) rank -= this.#counts[bucket] ?? 0;
    return smallest(this.#inBucket(bucket), rank - 1);
  }

  #inBucket(bucket: number): Float64Array {
    const inside = new Float64Array(this.#counts[bucket] ?? 0);
    const [values, buckets] = [this.#values, this.#buckets];
    let filled = 0;
    for (let at = 0; filled < inside.length; at += 1) {
      if (buckets[at] !== bucket) continue;
      inside[filled] = values[at] ?? 0;
      filled += 1;
    }
    return inside;
  }

  #grow(): void {
    const [values, buckets] = [this.#values, this.#buckets];
    this.#values = new Float64Array(2 * values.length);
    this.#values.set(values);
    this.#buckets = new Uint16Array(2 * buckets.length);
    this.#buckets.set(buckets);
  }

  /** The number of values in each of `perDecade * decades` steps from `10 ** from` on; `perDecade` must divide 40. */
  steps(from: number, decades: number, perDecade: number): number[] {
    const steps = Array.from({ length: decades * perDecade }, () => 0);
    const first = 1 + (from - MIN_EXPONENT) * PER_DECADE;
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
  if (!(value >= 10 ** MIN_EXPONENT)) return 0;
  const bucket = 1 + Math.floor((Math.log10(value) - MIN_EXPONENT) * PER_DECADE);
  return Math.min(BUCKETS - 1, bucket);
}

/** The value at `place` in sorted order (Hoare's selection); reorders the array. */
function smallest(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left += 1;
      while ((values[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const other = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = other;
      left += 1;
      right -= 1;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place] ?? 0;
}
