/** The line of each record in its file, by seq. Costs memory only where seq and line drift apart. */
export class LineMap {
  readonly #seqs: number[] = [];
  readonly #shifts: number[] = [];

  /** Adds a record; `seq` and `line` (from 1) must be above those of the last one. */
  add(seq: number, line: number): void {
    if (this.#shifts.at(-1) === line - seq) return;
    this.#seqs.push(seq);
    this.#shifts.push(line - seq);
  }

  /** The line of a record that was added; 1 for a seq before the first. */
  lineOf(seq: number): number {
    const after = this.#seqs.findLastIndex((first) => first <= seq);
    return seq + (this.#shifts[after] ?? 1 - seq);
  }
}
