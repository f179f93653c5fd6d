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

const DRAWING = 'The largest piece of a drawing is the layout that the scroll of the log forces.';
export const THREADS =
  'Two threads look through the bytes and parse only lines that may match; each takes 32 ms of processor time to start, more than a third of what `grep` needs in all.';
const FILTER =
  'A word is looked for in six texts of each row, of which two differ in nearly every row; the bare loop looks at one.';

/** The fields of an aim for the longest time in which the page draws nothing. */
export const STALL = {
  figure: 'stallMs',
  baseline: 'restStallMs',
  against: 'the page at rest',
  unit: 'ms',
  atMost: 50,
  reason: DRAWING,
} as const;

/** The aims of one benchmark, most of which share their baseline. */
export function group(bench: string, against: string, rows: readonly Row[]): Aim[] {
  return rows.map((row) => ({ against, unit: '', ...row, bench }));
}

/** The loads of a tap: an entry each, see `tools/bench/tap.ts`. */
const TAP_LOADS = ['one at a time', '16 in flight', '64 in flight', '4 in flight, 64 kB each way'];

/** The share of its baseline that a tap must reach under each load. */
export function tapAims(
  bench: string,
  against: string,
  { what, ...more }: Pick<Row, 'what' | 'atLeast' | 'reason'>,
): Aim[] {
  const rows = TAP_LOADS.map((entry) => ({ what: `${what}, ${entry}`, entry, figure: 'ratio', ...more }));
  return group(bench, against, rows);
}

/** What the slowest of eight filters may take over `rows`: each figure of `entry`, in milliseconds. */
export function filterAims(
  rows: string,
  entry: string,
  atMost: Readonly<Partial<Record<'first rows' | 'complete', number>>>,
): Aim[] {
  const figures = { 'first rows': 'firstRowsMs', complete: 'ms' };
  const named = Object.keys(atMost) as (keyof typeof atMost)[];
  return group('filter', 'a bare loop over as many texts', [
    ...named.map((part) => ({
      what: `filter on ${rows}, ${part}, the slowest of eight`,
      ...{ entry, figure: figures[part], baseline: 'bareMs' },
      ...{ unit: 'ms' as const, atMost: atMost[part], reason: FILTER },
    })),
    { what: `filter on ${rows}, longest stall of eight`, entry, ...STALL },
  ]);
}
