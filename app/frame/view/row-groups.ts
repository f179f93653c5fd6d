import type { Row } from '../row.ts';
import type { RowTable } from '../row-table.ts';
import { IndexSet } from './index-set.ts';
import { RowFolds } from './row-folds.ts';

/** Hears how the groups of a log change; every view of the log has one. */
export type GroupListener = {
  /** A row that was taken has become part of the group of `key`, or stands for itself again. */
  regrouped(index: number, key: number): void;
  /** Another row of the group of `key` is its face. */
  faced(key: number): void;
};

/** Which rows of a log are one, and where each group stands without a filter: once for all views of the log. */
export class RowGroups {
  readonly folds: RowFolds;
  /** The rows at which a group stands. */
  readonly keys = new IndexSet();
  readonly #listeners = new Set<GroupListener>();
  #length = 0;

  constructor(table: RowTable) {
    this.folds = new RowFolds(table, {
      folded: (index, key) => this.#regroup(index, key, false),
      freed: (index, key) => this.#regroup(index, key, true),
      faced: (key) => {
        for (const listener of this.#listeners) listener.faced(key);
      },
    });
  }

  /** How many rows were taken. */
  get length(): number {
    return this.#length;
  }

  follow(listener: GroupListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  takeUpTo(end: number): void {
    this.folds.takeUpTo(end);
    for (; this.#length < end; this.#length += 1) {
      if (this.folds.keyAt(this.#length) === this.#length) this.keys.set(this.#length, true);
    }
  }

  changed(row: Row, index: number): void {
    this.folds.changed(row, index);
  }

  #regroup(index: number, key: number, stands: boolean): void {
    if (index < this.#length) this.keys.set(index, stands);
    for (const listener of this.#listeners) listener.regrouped(index, key);
  }
}
