import type { Outcome } from './outcome.ts';
import type { Direction } from './record.ts';
import type { Tier } from './tier.ts';

export type RowKind = 'frame' | 'stderr' | 'process' | 'client' | 'mark' | 'dropped';

/** What a frame is; empty for a row that is no frame. */
export type Shape = '' | 'request' | 'notification' | 'result' | 'error' | 'batch' | 'invalid';

/** The gravest finding that hangs on a row; empty for none. */
export type RowFlag = '' | 'info' | 'advice' | 'violation';

/** One line of the log: the summary of a record, derived and never stored. */
export type Row = {
  readonly seq: number;
  /** Milliseconds since the recording's `startedAt`. */
  readonly at: number;
  readonly session: string;
  readonly kind: RowKind;
  readonly direction: Direction | '';
  readonly shape: Shape;
  readonly method: string;
  /** Tool name, uri, prompt name and the like; for an answer that of its request. */
  readonly target: string;
  /** The id as the wire shows it, empty for none. */
  readonly id: string;
  /** The `seq` of the other half of the exchange; 0 for none. */
  readonly pair: number;
  /** Milliseconds from request to answer or client event; -1 for none. */
  readonly durationMs: number;
  /** Bytes of the line on the wire; -1 for none. */
  readonly sizeBytes: number;
  readonly tier: Tier;
  readonly outcome: Outcome | '';
  /** The error code as JSON text, empty for none; a string code keeps its quotes. */
  readonly code: string;
  /** A preview: an error's message, a stderr line, what a process did. */
  readonly text: string;
  readonly flag: RowFlag;
  /** True for a line that a user wrote by hand, and for the answer to one. */
  readonly deliberate: boolean;
  /** True for a result of `tools/call` that created a task instead of answering. */
  readonly createdTask: boolean;
};

/** The bits of what a row is or is not, as the table and the carrier keep them in one number. */
export const DELIBERATE = 1;
export const CREATED_TASK = 2;

export function rowBits(row: Pick<Row, 'deliberate' | 'createdTask'>): number {
  return (row.deliberate ? DELIBERATE : 0) | (row.createdTask ? CREATED_TASK : 0);
}

/** What can change on a row after it was added. */
export type RowPatch = Partial<
  Pick<Row, 'method' | 'target' | 'pair' | 'durationMs' | 'tier' | 'outcome' | 'code' | 'text' | 'flag'>
>;

/** Where rows go as they are derived. */
export type RowSink = {
  add(row: Row): void;
  patch(seq: number, patch: RowPatch): void;
};
