import type { Row } from '../../../app/frame/row.ts';
import type { RowFollower } from './log-mirror.ts';

const STEP = Math.log(1.04);
const SMALLEST_MS = 0.01;

/** How long answered calls took, as quantiles that are true to 4 % and cost one addition a call. */
export class LatencySketch implements RowFollower {
  readonly #buckets: number[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  added(row: Row): void {
    if ((row.shape !== 'result' && row.shape !== 'error') || row.durationMs < 0) return;
    const bucket = Math.max(
      0,
      Math.ceil(Math.log(Math.max(row.durationMs, SMALLEST_MS) / SMALLEST_MS) / STEP),
    );
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  changed(): void {
    // The answer is what was measured; a later judgement of it does not change how long it took.
  }

  /** Milliseconds that the share `quantile` (0 to 1) of calls stayed below; NaN where there are none. */
  quantile(quantile: number): number {
    const wanted = Math.ceil(this.#count * quantile);
    let seen = 0;
    for (const [bucket, count] of this.#buckets.entries()) {
      seen += count ?? 0;
      if (seen >= wanted && count !== undefined) return SMALLEST_MS * Math.exp(bucket * STEP);
    }
    return Number.NaN;
  }
}
