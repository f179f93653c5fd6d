import type { Row } from '../../../app/frame/row.ts';
import type { RowFollower } from './log-mirror.ts';

/** When the server wrote to stderr, so that a call can be asked whether it did meanwhile. */
export class StderrTimes implements RowFollower {
  readonly #times: number[] = [];

  added(row: Row): void {
    if (row.kind === 'stderr') this.#times.push(row.at);
  }

  changed(): void {
    // A stderr line never changes.
  }

  /** True where a line was written between two times, in milliseconds, both included. */
  between(from: number, to: number): boolean {
    let low = 0;
    let high = this.#times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return (this.#times[low] ?? Number.POSITIVE_INFINITY) <= to;
  }
}
