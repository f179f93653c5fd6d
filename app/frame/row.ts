import type { Direction } from './record.ts';
import type { Tier, Where } from './tier.ts';

export const ROW_KINDS = ['frame', 'stderr', 'process', 'client', 'mark', 'dropped', 'http'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export const SHAPES = ['request', 'notification', 'result', 'error', 'batch', 'invalid'] as const;
/** The kind of a frame; empty for other rows. */
export type Shape = '' | (typeof SHAPES)[number];

export const ROW_FLAGS = ['', 'info', 'advice', 'violation'] as const;
/** The highest severity among a row's findings; empty for none. */
export type RowFlag = (typeof ROW_FLAGS)[number];

/** One row of the log: a record's summary, derived and never stored. */
export type Row = {
  readonly seq: number;
  /** Milliseconds since the recording's `startedAt`. */
  readonly at: number;
  readonly session: string;
  readonly kind: RowKind;
  readonly direction: Direction | '';
  readonly shape: Shape;
  readonly method: string;
  /** Tool name, URI, prompt name and the like; an answer has its request's. */
  readonly target: string;
  readonly id: string;
  /** The `seq` of the other half of the exchange; 0 for none. */
  readonly pair: number;
  /** Milliseconds from request to answer or client event; -1 for none. */
  readonly durationMs: number;
  /** The line's length on the wire in bytes; -1 for none. */
  readonly sizeBytes: number;
  readonly tier: Tier;
  readonly outcome: Outcome | '';
  /** The error code as JSON text, empty for none; a string code keeps its quotes. */
  readonly code: string;
  /** A preview: an error's message, a stderr line, what a process did. */
  readonly text: string;
  readonly flag: RowFlag;
  /** True for a raw message of the user, and for its answer. */
  readonly fromRawMessage: boolean;
  /** True for a call that equals the previous request, including its arguments. */
  readonly repeats: boolean;
  /** True for a `tools/call` result that created a task instead of answering. */
  readonly createdTask: boolean;
  /** How a user changed an answer in transit; empty if unchanged. */
  readonly change: RowChange;
  /** The status of its HTTP exchange; 0 for none. */
  readonly status: number;
  /** Where a failure over HTTP occurred; empty if none did. */
  readonly where: Where | '';
};

/** `held`: delivered later than the server sent it; `changed`: the client got a different text. */
export type RowChange = '' | 'held' | 'changed';

export type RowPatch = Partial<
  Pick<
    Row,
    | 'method'
    | 'target'
    | 'pair'
    | 'durationMs'
    | 'tier'
    | 'outcome'
    | 'code'
    | 'text'
    | 'flag'
    | 'status'
    | 'where'
  >
>;

/** A row under construction: one object per frame, however many steps fill it. */
export type DraftRow = { -readonly [Field in keyof Row]: Row[Field] };

export type RowSink = {
  add(row: Row): void;
  patch(seq: number, patch: RowPatch, session: string): void;
};

/** How an exchange ended, or why a frame belongs to none. The screen shows these words. */
export const OUTCOMES = [
  'pending',
  /** An acknowledged subscription: open by design, with no answer expected. */
  'listening',
  'ok',
  'tool error',
  'protocol error',
  'timed out',
  'cancelled',
  'late',
  'rejected by the client',
  'lost',
  'orphan',
  'duplicate',
  'malformed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** True while nothing has ended the exchange. */
export function isOpen(outcome: Outcome | ''): boolean {
  return outcome === 'pending' || outcome === 'listening';
}

/** A row with only its position filled in. */
export function emptyRow(record: { seq: number; at: number; session: string }, kind: RowKind): DraftRow {
  return {
    seq: record.seq,
    at: record.at,
    session: record.session,
    kind,
    direction: '',
    shape: '',
    method: '',
    target: '',
    id: '',
    pair: 0,
    durationMs: -1,
    sizeBytes: -1,
    tier: 'ok',
    outcome: '',
    code: '',
    text: '',
    flag: '',
    fromRawMessage: false,
    repeats: false,
    createdTask: false,
    change: '',
    status: 0,
    where: '',
  };
}
