/** A record that holds the text. */
export type Match = { readonly session: string; readonly seq: number };

/** Matches in the order of the log, over one session or several. */
export class MatchWalk {
  readonly #lists: readonly { readonly session: string; readonly seqs: readonly number[] }[];
  readonly #compare: (one: Match, other: Match) => number;

  /** `lists`: the matches of each session, ascending. `compare` is negative where one stands before the other. */
  constructor(
    lists: readonly { readonly session: string; readonly seqs: readonly number[] }[],
    compare: (one: Match, other: Match) => number,
  ) {
    this.#lists = lists;
    this.#compare = compare;
  }

  get count(): number {
    return this.#lists.reduce((sum, { seqs }) => sum + seqs.length, 0);
  }

  /** How many matches stand before a record, itself not counted. */
  before(match: Match): number {
    return this.#lists.reduce((sum, list) => sum + this.#from(list, match, 0), 0);
  }

  /**
   * The next (1) or previous (-1) match from a record that `fits`, around the end; from null the first or last.
   * Undefined where none fits.
   */
  step(from: Match | null, step: 1 | -1, fits: (match: Match) => boolean): Match | undefined {
    const ends = () => this.#lists.map(({ seqs }) => (step > 0 ? 0 : seqs.length - 1));
    let heads =
      from === null
        ? ends()
        : this.#lists.map((list) => (step > 0 ? this.#from(list, from, 1) : this.#from(list, from, 0) - 1));
    for (let left = this.count * 2; left > 0; left -= 1) {
      const found = this.#take(heads, step);
      if (found === undefined) heads = ends();
      else if (fits(found)) return found;
    }
    return undefined;
  }

  /** Takes the nearest of the heads and moves that head on. */
  #take(heads: number[], step: 1 | -1): Match | undefined {
    let best: Match | undefined;
    let bestAt = -1;
    this.#lists.forEach(({ session, seqs }, at) => {
      const seq = seqs[heads[at] ?? -1];
      if (seq === undefined) return;
      const match = { session, seq };
      if (best !== undefined && this.#compare(match, best) * step >= 0) return;
      best = match;
      bestAt = at;
    });
    if (best !== undefined) heads[bestAt] = (heads[bestAt] ?? 0) + step;
    return best;
  }

  /** The place of the first match of a list that stands after a record, or with `past` 0 at or after it. */
  #from(
    list: { readonly session: string; readonly seqs: readonly number[] },
    match: Match,
    past: 0 | 1,
  ): number {
    let low = 0;
    let high = list.seqs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#compare({ session: list.session, seq: list.seqs[middle] ?? 0 }, match);
      if (order < past) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
