import type { Row } from '../../../app/frame/row.ts';
import type { RowFollower } from './log-mirror.ts';

/** The indexes of the rows that are marks, in order. */
export class MarkRows implements RowFollower {
  readonly #indexes: number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  added(row: Row, index: number): void {
    if (row.kind === 'mark') this.#indexes.push(index);
  }

  changed(): void {
    // A mark never changes.
  }
}
