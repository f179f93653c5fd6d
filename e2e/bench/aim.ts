/** One row of the table of aims: a benchmark figure and its target. */
export type Aim = {
  readonly what: string;
  readonly bench: string;
  /** The benchmark's name of the entry, and the figure in it. */
  readonly entry: string;
  readonly figure: string;
  /**
   * A figure of the same entry, measured in the same run: two runs are compared by the ratio to it. Omitted for a
   * figure that is a ratio itself.
   */
  readonly baseline?: string;
  /** A short description of the baseline. */
  readonly against: string;
  readonly unit: '' | 'ms' | 'MB';
  /** Exactly one of the two. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Why the aim is missed, according to the profile; shown only while it is. */
  readonly reason?: string;
};

/** The fields of an aim that its group does not share. */
type Row = Omit<Aim, 'bench' | 'unit' | 'against'> & Partial<Pick<Aim, 'unit' | 'against'>>;

export const DRAWING = 'The largest piece of a drawing is the layout that the scroll of the log forces.';
export const THREADS =
  'Two threads look through the bytes and parse only lines that may match; each takes 32 ms of processor time to start, more than a third of what `grep` needs in all.';
export const FILTER =
  'A word is looked for in six texts of each row, of which two differ in nearly every row; the bare loop looks at one.';

/** The loads of a tap: an entry each, see `tools/bench/tap.ts`. */
export const TAP_LOADS = ['one at a time', '16 in flight', '64 in flight', '4 in flight, 64 kB each way'];

/** The aims of one benchmark, most of which share their baseline. */
export function group(bench: string, against: string, rows: readonly Row[]): Aim[] {
  return rows.map((row) => ({ against, unit: '', ...row, bench }));
}
