/** The records of one session that hold the text, by their seqs; they come in ascending order. */
export class FoundRecords {
  readonly #seqs: number[] = [];
  readonly #held = new Set<number>();

  get seqs(): readonly number[] {
    return this.#seqs;
  }

  has(seq: number): boolean {
    return this.#held.has(seq);
  }

  add(seqs: readonly number[]): void {
    for (const seq of seqs) {
      if (this.#held.has(seq)) continue;
      this.#held.add(seq);
      this.#seqs.push(seq);
    }
  }
}
