import type { Row } from '../../../app/frame/row.ts';
import type { RowFollower } from './log-mirror.ts';

/** The indexes of the rows whose tier is not ok, in order. */
export class ErrorRows implements RowFollower {
  readonly #indexes: number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  added(row: Row, index: number): void {
    if (row.tier !== 'ok') this.#indexes.push(index);
  }

  changed(row: Row, before: Row, index: number): void {
    if ((row.tier === 'ok') === (before.tier === 'ok')) return;
    const place = this.placeOf(index);
    if (row.tier === 'ok') this.#indexes.splice(place, 1);
    else this.#indexes.splice(place, 0, index);
  }

  /** The place in `indexes` of the first one that is `index` or greater. */
  placeOf(index: number): number {
    let low = 0;
    let high = this.#indexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#indexes[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
