import type { Row } from '../row.ts';
import type { RowTable } from '../row-table.ts';
import { IndexSet } from './index-set.ts';
import { ListEdits, type ListedRow, type RowList } from './row-list.ts';

/** True for a row that passes the filter; must not keep the row, whose object is reused. */
export type RowFilter = (row: Row) => boolean;

/** The indexes of rows that pass the filter, computed in slices (`advance`); none are stored without a filter. */
export class VisibleRows implements RowList {
  readonly #table: RowTable;
  #filter: RowFilter | null = null;
  readonly #indexes = new IndexSet();
  /** Rows below this index have been filtered. */
  #filtered = 0;
  #generation = 0;
  readonly edits = new ListEdits();

  constructor(table: RowTable) {
    this.#table = table;
  }

  /** How many of the rows filtered so far are visible. */
  get length(): number {
    return this.#filter === null ? this.#table.length : this.#indexes.length;
  }

  get hidden(): number {
    return this.#filter === null ? 0 : this.#filtered - this.#indexes.length;
  }

  get isFiltered(): boolean {
    return this.#filter !== null;
  }

  get read(): number {
    return this.#filter === null ? this.#table.length : this.#filtered;
  }

  get generation(): number {
    return this.#generation;
  }

  get upToDate(): boolean {
    return this.#filter === null || this.#filtered >= this.#table.length;
  }

  /** The row index at a visible position, or -1 beyond the end. */
  indexAt(position: number): number {
    if (this.#filter !== null) return this.#indexes.at(position);
    return position < 0 || position >= this.length ? -1 : position;
  }

  /** The first visible position with a row index of at least `index`. */
  positionFrom(index: number): number {
    return this.#filter === null ? Math.min(index, this.#table.length) : this.#indexes.rank(index);
  }

  /** The visible position of a row, or -1 if the filter hides it. */
  positionOf(index: number): number {
    return this.has(index) ? this.positionFrom(index) : -1;
  }

  has(code: number): boolean {
    return this.#filter === null ? code >= 0 && code < this.#table.length : this.#indexes.has(code);
  }

  codeAt(position: number): number {
    return this.indexAt(position);
  }

  rowAt(code: number): ListedRow {
    return { index: code, key: code, inside: false };
  }

  placedBy(code: number): number {
    return code;
  }

  codeOf(index: number): number {
    return index;
  }

  startedBy(index: number): number {
    return this.positionFrom(index + 1);
  }

  isListed(index: number): boolean {
    return this.has(index);
  }

  /** Restarts filtering for all rows; call `advance` until `upToDate`. */
  setFilter(filter: RowFilter | null): void {
    this.#filter = filter;
    this.#indexes.clear();
    this.#filtered = 0;
    this.#generation += 1;
  }

  /** Filters at most `limit` more rows; returns how many. */
  advance(limit: number): number {
    const filter = this.#filter;
    if (filter === null) return 0;
    const before = this.#filtered;
    const end = Math.min(this.#table.length, this.#filtered + limit);
    const rowAt = this.#table.reader();
    for (let index = this.#filtered; index < end; index += 1) {
      if (filter(rowAt(index))) this.#indexes.set(index, true);
    }
    this.#filtered = Math.max(this.#filtered, end);
    return this.#filtered - before;
  }

  /** Tests a row again that has changed, or about which the filter may know more. */
  changed(row: Row, index: number): void {
    if (this.#filter === null || index >= this.#filtered) return;
    if (this.#indexes.set(index, this.#filter(row))) this.edits.note(index);
  }
}
