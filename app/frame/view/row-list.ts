export type ListedRow = {
  readonly index: number;
  /** The key of its group; its own index without a group. */
  readonly key: number;
  /** True for a row inside an opened group, listed below the group's row. */
  readonly inside: boolean;
};

/** The rows of one log as listed, or one for each group. Each has a code, which increases along the list. */
export type RowList = {
  readonly length: number;
  readonly generation: number;
  /** What was shown or hidden, apart from growth at the end. */
  readonly edits: ListEdits;
  has(code: number): boolean;
  /** The code at a position; -1 out of range. */
  codeAt(position: number): number;
  rowAt(code: number): ListedRow;
  /** The index of the row whose time determines its place. */
  placedBy(code: number): number;
  /** The code that shows a row: its own, or its group's. */
  codeOf(index: number): number;
  /** The position of a row or of the group that contains it; -1 if the filter hides it. */
  positionOf(index: number): number;
  /** Like `positionOf`, but for a hidden row the first position after it. */
  positionFrom(index: number): number;
  /** How many positions start at or before this row. */
  startedBy(index: number): number;
  isListed(index: number): boolean;
};

/** This many edits are kept individually: more than one screen update brings. */
const MAX_KNOWN = 2048;

/** The history of shown and hidden rows within a list, as far back as edits are kept individually. */
export class ListEdits {
  #count = 0;
  /** The codes of the latest edits, and the number of edits before them. */
  #codes: number[] = [];
  #before = 0;

  get count(): number {
    return this.#count;
  }

  note(code: number): void {
    if (this.#codes.length === MAX_KNOWN) this.noteAll();
    this.#codes.push(code);
    this.#count += 1;
  }

  /** Marks everything as possibly changed; individual edits are forgotten. */
  noteAll(): void {
    this.#count += 1;
    this.#codes = [];
    this.#before = this.#count;
  }

  /** The codes of all edits after the first `count`; undefined if they are no longer known. */
  since(count: number): readonly number[] | undefined {
    return count < this.#before ? undefined : this.#codes.slice(count - this.#before);
  }
}
