import { partitionPoint } from '../../../app/base/partition-point.ts';

/** A row as a log lists it. */
export type ListedRow = {
  /** The index of the row that is shown. */
  readonly index: number;
  /** The index of the row at which its group stands; its own without a group. */
  readonly key: number;
  /** True for a row of an opened group, which stands below the row of the group. */
  readonly inside: boolean;
};

/**
 * The rows of one log as it lists them: all that pass the filter, or one for each group of them. What stands at a
 * position has a code, which rises along the list and stays with it whatever comes.
 */
export type RowList = {
  readonly length: number;
  /** Grows with each new filter. */
  readonly generation: number;
  /** What was shown or hidden, other than by growing at the end. */
  readonly edits: ListEdits;
  /** True if the code stands somewhere. */
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
  /** True if the row is listed itself. */
  isListed(index: number): boolean;
};

/** So many edits are known one by one: more than a picture brings. */
const MAX_KNOWN = 2048;

/** What was shown or hidden in a list between what stood there, as far back as it is known one by one. */
export class ListEdits {
  #count = 0;
  /** The codes of the last edits, and how many edits there were before them. */
  #codes: number[] = [];
  #before = 0;

  /** How many edits there were. */
  get count(): number {
    return this.#count;
  }

  /** The code was shown or hidden. */
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

  /** The codes of all edits since there were so many; undefined if they are not known. */
  since(count: number): readonly number[] | undefined {
    return count < this.#before ? undefined : this.#codes.slice(count - this.#before);
  }
}

const FIRST_ROOM = 256;

/** Rising numbers in one piece of memory; most are added at the end. */
export class SortedIndexes {
  #held = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number at a place; -1 beyond the ends. */
  at(place: number): number {
    return place < 0 || place >= this.#length ? -1 : (this.#held[place] ?? -1);
  }

  /** How many of them are smaller. */
  rank(value: number): number {
    const { length } = this;
    if (length === 0 || (this.#held[length - 1] ?? 0) < value) return length;
    return partitionPoint(length, (place) => (this.#held[place] ?? 0) < value);
  }

  has(value: number): boolean {
    return this.at(this.rank(value)) === value;
  }

  /** Adds a number, or takes it out; true if that changed something. */
  set(value: number, wanted: boolean): boolean {
    const place = this.rank(value);
    if ((this.at(place) === value) === wanted) return false;
    if (wanted) this.#makeRoom();
    if (wanted) this.#held.copyWithin(place + 1, place, this.#length);
    else this.#held.copyWithin(place, place + 1, this.#length);
    if (wanted) this.#held[place] = value;
    this.#length += wanted ? 1 : -1;
    return true;
  }

  clear(): void {
    this.#length = 0;
  }

  #makeRoom(): void {
    if (this.#length < this.#held.length) return;
    const held = new Uint32Array(2 * this.#length);
    held.set(this.#held);
    this.#held = held;
  }
}
