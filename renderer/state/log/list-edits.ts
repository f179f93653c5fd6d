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
