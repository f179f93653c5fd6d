import type { Direction } from './record.ts';
import type { Tier, Where } from './tier.ts';

export const ROW_KINDS = ['frame', 'stderr', 'process', 'client', 'mark', 'dropped', 'http'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export const SHAPES = ['request', 'notification', 'result', 'error', 'batch', 'invalid'] as const;
/** What a frame is; empty for a row that is no frame. */
export type Shape = '' | (typeof SHAPES)[number];

export const ROW_FLAGS = ['', 'info', 'advice', 'violation'] as const;
/** The most severe finding that hangs on a row; empty for none. */
export type RowFlag = (typeof ROW_FLAGS)[number];

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
  /** True for a raw message of the user, and for the answer to one. */
  readonly fromRawMessage: boolean;
  /** True for a call that is the same as the request before it, its arguments included. */
  readonly repeats: boolean;
  /** True for a result of `tools/call` that created a task instead of answering. */
  readonly createdTask: boolean;
  /** What a user did to an answer on its way; empty for nothing. */
  readonly change: RowChange;
  /** The status of its HTTP exchange; 0 for none. */
  readonly status: number;
  /** Where over HTTP it failed; empty for nowhere. */
  readonly where: Where | '';
};

/** `held`: it came later than the server sent it; `changed`: the client got another text than the server wrote. */
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

/** A row that is still being filled in: each frame costs one object, however many steps fill it. */
export type DraftRow = { -readonly [Field in keyof Row]: Row[Field] };

export type RowSink = {
  add(row: Row): void;
  patch(seq: number, patch: RowPatch, session: string): void;
};

/** How an exchange ended, or why a frame fits none. The words are those of the screen. */
export const OUTCOMES = [
  'pending',
  /** An acknowledged subscription: open by its nature, and nobody waits for its answer. */
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

/** A row with nothing but its place. */
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
