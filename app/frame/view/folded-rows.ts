import { partitionPoint } from '../../base/partition-point.ts';
import { IndexSet } from './index-set.ts';
import type { RowFolds } from './row-folds.ts';
import { ListEdits, type ListedRow, type RowList } from './row-list.ts';
import type { VisibleRows } from './visible-rows.ts';

/** An opened group: its key row, the position of that row, and the rows inside. */
type Opened = { readonly key: number; readonly base: number; readonly rows: readonly number[] };

const NONE: readonly Opened[] = [];

/**
 * The rows that pass the filter, with one row for each exchange, run of notifications and stack trace. A row is folded
 * only into a listed row: if its group's shown row does not pass the filter, the row is listed by itself. A group stays
 * where it began, so a call keeps its place when its answer arrives; new rows are only added at the end.
 */
export class FoldedRows implements RowList {
  readonly folds: RowFolds;
  readonly #visible: VisibleRows;
  /** The positions of rows that the filter shows, among the rows followed so far. */
  readonly #some = new IndexSet();
  #taken = 0;
  #filter = -1;
  readonly #edits = new ListEdits();
  readonly #open: Set<number>;
  #opened: { readonly edits: number; readonly groups: readonly Opened[] } = { edits: -1, groups: NONE };
  /** Stops following the groups, which live longer. */
  readonly close: () => void;

  /** `open` holds the keys of the open groups. */
  constructor(folds: RowFolds, visible: VisibleRows, open = new Set<number>()) {
    this.folds = folds;
    this.#visible = visible;
    this.#open = open;
    this.close = folds.follow({
      regrouped: (index, key) => this.#regrouped(index, key),
      faced: (key) => {
        if (this.#isFollowed(key)) this.#consider(key);
      },
    });
  }

  changed(index: number): void {
    if (this.#isFollowed(index)) this.#consider(index);
  }

  get length(): number {
    return this.#openGroups().reduce((sum, { rows }) => sum + rows.length, this.#rows().length);
  }

  get generation(): number {
    return this.#visible.generation;
  }

  get edits(): ListEdits {
    // The filter may have shown or hidden more since.
    this.#rows();
    return this.#edits;
  }

  has(code: number): boolean {
    if (code % 2 === 0) return this.#rows().has(code >> 1);
    return this.codeAt(this.#positionOfCode(code)) === code;
  }

  codeAt(position: number): number {
    let above = 0;
    for (const { base, rows } of this.#openGroups()) {
      const below = position - (base + above) - 1;
      if (below < 0) break;
      if (below < rows.length) return 2 * (rows[below] ?? 0) + 1;
      above += rows.length;
    }
    const at = this.#rows().at(position - above);
    return at < 0 ? -1 : 2 * at;
  }

  rowAt(code: number): ListedRow {
    const at = code >> 1;
    const key = this.folds.keyAt(at);
    if (code % 2 === 1) return { index: at, key, inside: true };
    const shownRow = this.folds.shownOf(at);
    return { index: key === at && this.#passes(shownRow) ? shownRow : at, key: at, inside: false };
  }

  placedBy(code: number): number {
    return code % 2 === 1 ? this.folds.keyAt(code >> 1) : code >> 1;
  }

  codeOf(index: number): number {
    const key = this.folds.keyAt(index);
    if (!this.#passes(this.folds.shownOf(key))) return 2 * index;
    return this.#isInside(index, key) ? 2 * index + 1 : 2 * key;
  }

  positionOf(index: number): number {
    return this.#isShown(index) ? this.#positionOfCode(this.codeOf(index)) : -1;
  }

  positionFrom(index: number): number {
    const position = this.positionOf(index);
    if (position >= 0) return position;
    const rank = this.#rows().rank(index);
    return rank + this.#insideBefore(this.#rows().at(rank));
  }

  startedBy(index: number): number {
    const rank = this.#rows().rank(index + 1);
    return rank + this.#insideBefore(index + 1);
  }

  isListed(index: number): boolean {
    return this.#isShown(index) && this.rowAt(this.codeOf(index)).index === index;
  }

  isOpen(key: number): boolean {
    return this.#open.has(key);
  }

  setOpen(index: number, open: boolean): void {
    const key = this.folds.keyAt(index);
    if (open === this.#open.has(key)) return;
    if (open) this.#open.add(key);
    else this.#open.delete(key);
    this.#edits.noteAll();
  }

  #regrouped(index: number, key: number): void {
    if (index < this.folds.length) this.#edits.note(2 * index);
    // An open group may itself be folded into another.
    if (this.#open.has(key) || this.#open.has(index)) this.#edits.noteAll();
    if (!this.#isFollowed(index)) return;
    this.#consider(index);
    this.#consider(key);
  }

  #isFollowed(index: number): boolean {
    const { isFiltered, generation, read } = this.#visible;
    return isFiltered && this.#filter === generation && index < read;
  }

  #passes(index: number): boolean {
    return this.#visible.has(index);
  }

  /** The listed rows, up to date with the filter. */
  #rows(): IndexSet {
    const visible = this.#visible;
    if (this.#filter !== visible.generation) {
      this.#filter = visible.generation;
      this.#some.clear();
      this.#taken = 0;
      this.#edits.noteAll();
    }
    if (!visible.isFiltered) return this.folds.keys;
    const end = Math.min(visible.read, this.folds.length);
    if (this.#taken < end && this.#open.size > 0) this.#edits.noteAll();
    while (this.#taken < end) {
      const next = visible.indexAt(visible.positionFrom(this.#taken));
      this.#taken = next < 0 ? end : Math.min(next, end);
      if (next < 0 || next >= end) continue;
      this.#consider(next);
      this.#taken += 1;
    }
    return this.#some;
  }

  /** Lists the visible rows of a row's group by what passes the filter now. */
  #consider(index: number): void {
    const { folds } = this;
    const key = folds.keyAt(index);
    const shownRow = folds.shownOf(key);
    const isShown = this.#passes(shownRow);
    this.#list(key, isShown || this.#passes(key));
    if (index === shownRow && folds.moreOf(key) > 0) {
      for (const member of folds.membersOf(key))
        if (member !== key) this.#list(member, !isShown && this.#passes(member));
    } else if (index !== key) this.#list(index, !isShown && this.#passes(index));
  }

  #list(at: number, wanted: boolean): void {
    // The rows being taken now come at the end.
    if (at <= this.#taken && this.#some.set(at, wanted) && at < this.#taken) this.#edits.note(2 * at);
  }

  /** Opening a group shows all of its rows, even those that the filter hides. */
  #isShown(index: number): boolean {
    const key = this.folds.keyAt(index);
    return this.#passes(index) || (this.#isInside(index, key) && this.#passes(this.folds.shownOf(key)));
  }

  #isInside(index: number, key: number): boolean {
    return index !== this.folds.shownOf(key) && this.#open.has(key);
  }

  #openGroups(): readonly Opened[] {
    if (this.#open.size === 0) return NONE;
    const rows = this.#rows();
    if (this.#opened.edits === this.#edits.count) return this.#opened.groups;
    const groups: Opened[] = [];
    for (const key of [...this.#open].sort((a, b) => a - b)) {
      const shownRow = this.folds.shownOf(key);
      if (!this.#passes(shownRow) || !rows.has(key)) continue;
      const inside = this.folds.membersOf(key).filter((one) => one !== shownRow);
      groups.push({ key, base: rows.rank(key), rows: inside });
    }
    this.#opened = { edits: this.#edits.count, groups };
    return groups;
  }

  /** How many rows in open groups are listed above position `at`. */
  #insideBefore(at: number): number {
    let above = 0;
    for (const { key, rows } of this.#openGroups()) if (key < at || at < 0) above += rows.length;
    return above;
  }

  #positionOfCode(code: number): number {
    const at = this.placedBy(code);
    const position = this.#rows().rank(at) + this.#insideBefore(at);
    if (code % 2 === 0) return position;
    const rows = this.#openGroups().find(({ key }) => key === at)?.rows ?? [];
    return position + 1 + partitionPoint(rows.length, (place) => (rows[place] ?? 0) < code >> 1);
  }
}
