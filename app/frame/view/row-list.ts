export type ListedRow = {
  readonly index: number;
  /** The index of the row at which its group stands; its own without a group. */
  readonly key: number;
  /** True for a row of an opened group, which stands below the row of the group. */
  readonly inside: boolean;
};

/** The rows of one log as it lists them, or one for each group. Each has a code, which rises along the list. */
export type RowList = {
  readonly length: number;
  readonly generation: number;
  /** What was shown or hidden, other than by growing at the end. */
  readonly edits: ListEdits;
  has(code: number): boolean;
  /** What stands at a position; -1 beyond the ends. */
  codeAt(position: number): number;
  rowAt(code: number): ListedRow;
  /** The index of the row whose time gives it its place. */
  placedBy(code: number): number;
  /** What shows a row: itself, or the group that it is folded into. */
  codeOf(index: number): number;
  /** The position of a row, or of what it is folded into; -1 if the filter hides it. */
  positionOf(index: number): number;
  /** The same; of a row that the filter hides, the first position after it. */
  positionFrom(index: number): number;
  /** How many positions stand at this row or before it. */
  startedBy(index: number): number;
  isListed(index: number): boolean;
};

/** This many edits are known one by one: more than a picture brings. */
const MAX_KNOWN = 2048;

/** What was shown or hidden in a list between what stood there, as far back as it is known one by one. */
export class ListEdits {
  #count = 0;
  /** The codes of the last edits, and how many edits there were before them. */
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

  /** More may have changed than is worth to be known. */
  noteAll(): void {
    this.#count += 1;
    this.#codes = [];
    this.#before = this.#count;
  }

  /** The codes of all edits since there were this many; undefined if they are not known. */
  since(count: number): readonly number[] | undefined {
    return count < this.#before ? undefined : this.#codes.slice(count - this.#before);
  }
}
