/** One row of the table of aims: a figure of a benchmark, and what it should be. */
export type Aim = {
  readonly what: string;
  readonly bench: string;
  /** What the benchmark calls its entry, and the figure in it. */
  readonly entry: string;
  readonly figure: string;
  /**
   * A figure of the same entry that was measured in the same run: two runs are compared by the ratio to it.
   * Left out for a figure that is a ratio itself.
   */
  readonly baseline?: string;
  /** What the baseline is, in a few words. */
  readonly against: string;
  readonly unit: '' | 'ms' | 'MB';
  /** Exactly one of the two. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Why the aim is missed, by the profile; shown only while it is. */
  readonly reason?: string;
};

export const AIMS: readonly Aim[] = [];
