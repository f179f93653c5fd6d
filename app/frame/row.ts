import type { Direction } from './record.ts';
import type { Tier } from './tier.ts';

export const ROW_KINDS = ['frame', 'stderr', 'process', 'client', 'mark', 'dropped'] as const;
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
  /** True for a raw message of the user, and for the answer to one. */
  readonly fromRawMessage: boolean;
  /** True for a result of `tools/call` that created a task instead of answering. */
  readonly createdTask: boolean;
  /** What a user did to an answer on its way; empty for nothing. */
  readonly change: RowChange;
};

/** `held`: it came later than the server sent it; `changed`: the client got another text than the server wrote. */
export type RowChange = '' | 'held' | 'changed';

/** The bits of what a row is or is not, as the table and the carrier keep them in one number. */
export const FROM_RAW_MESSAGE = 1;
const CREATED_TASK = 2;
const WAS_HELD = 4;
const WAS_CHANGED = 8;

export function rowBits(row: Pick<Row, 'fromRawMessage' | 'createdTask' | 'change'>): number {
  const change = row.change === 'held' ? WAS_HELD : row.change === 'changed' ? WAS_CHANGED : 0;
  return (row.fromRawMessage ? FROM_RAW_MESSAGE : 0) | (row.createdTask ? CREATED_TASK : 0) | change;
}

/** What the bits say of a row. */
export function fromRowBits(bits: number): Pick<Row, 'fromRawMessage' | 'createdTask' | 'change'> {
  return {
    fromRawMessage: (bits & FROM_RAW_MESSAGE) !== 0,
    createdTask: (bits & CREATED_TASK) !== 0,
    change: (bits & WAS_HELD) !== 0 ? 'held' : (bits & WAS_CHANGED) !== 0 ? 'changed' : '',
  };
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

/** A row as it travels to the screen: its values without their names. */
export type RowTuple = readonly [
  seq: Row['seq'],
  at: Row['at'],
  session: Row['session'],
  kind: Row['kind'],
  direction: Row['direction'],
  shape: Row['shape'],
  method: Row['method'],
  target: Row['target'],
  id: Row['id'],
  pair: Row['pair'],
  durationMs: Row['durationMs'],
  sizeBytes: Row['sizeBytes'],
  tier: Row['tier'],
  outcome: Row['outcome'],
  code: Row['code'],
  text: Row['text'],
  flag: Row['flag'],
  bits: number,
];

export function encodeRow(row: Row): RowTuple {
  return [
    row.seq,
    row.at,
    row.session,
    row.kind,
    row.direction,
    row.shape,
    row.method,
    row.target,
    row.id,
    row.pair,
    row.durationMs,
    row.sizeBytes,
    row.tier,
    row.outcome,
    row.code,
    row.text,
    row.flag,
    rowBits(row),
  ];
}

/** Reads a tuple of {@link encodeRow}; both ends are one build, so only its shape is checked. */
export function decodeRow(tuple: RowTuple): Row {
  if (tuple.length !== 18 || typeof tuple[0] !== 'number') throw new Error('not a row tuple');
  return {
    seq: tuple[0],
    at: tuple[1],
    session: tuple[2],
    kind: tuple[3],
    direction: tuple[4],
    shape: tuple[5],
    method: tuple[6],
    target: tuple[7],
    id: tuple[8],
    pair: tuple[9],
    durationMs: tuple[10],
    sizeBytes: tuple[11],
    tier: tuple[12],
    outcome: tuple[13],
    code: tuple[14],
    text: tuple[15],
    flag: tuple[16],
    ...fromRowBits(tuple[17]),
  };
}
