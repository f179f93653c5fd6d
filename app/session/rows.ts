import { assertNever } from '../base/assert-never.ts';
import type { Outcome } from '../frame/outcome.ts';
import { preview } from '../frame/preview.ts';
import type { ClientRecord, FrameRecord, MarkRecord } from '../frame/record.ts';
import type { Row, RowKind } from '../frame/row.ts';
import type { Exchange } from './exchange.ts';

/** A row that is still being filled in: each frame costs one object, however many steps judge it. */
export type DraftRow = { -readonly [Field in keyof Row]: Row[Field] };

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
    deliberate: false,
    createdTask: false,
  };
}

/** The row of a mark; it is paired with what it is a note on. */
export function markRow(record: MarkRecord): Row {
  const row = emptyRow({ ...record, session: '' }, 'mark');
  return { ...row, pair: record.about ?? 0, text: preview(record.label) };
}

/** The row of a frame before its envelope is judged. */
export function frameRow(record: FrameRecord, lineBytes: number): DraftRow {
  const row = emptyRow(record, 'frame');
  row.direction = record.direction;
  row.deliberate = record.deliberate === true;
  row.sizeBytes = lineBytes + (record.truncatedBytes ?? 0);
  return row;
}

/** The row of what the client did by itself. */
export function clientRow(record: ClientRecord, exchange: Exchange | undefined): Row {
  const row = { ...emptyRow(record, 'client'), text: preview(record.message) };
  const outcome = clientOutcome(record.event);
  if (exchange === undefined) return { ...row, method: record.method ?? '', outcome };
  return {
    ...row,
    outcome,
    method: exchange.method,
    target: exchange.target,
    id: exchange.id.text,
    pair: exchange.requestSeq,
    durationMs: record.at - exchange.startedAt,
  };
}

/** The outcome that a client event names; empty where it names none. */
export function clientOutcome(event: ClientRecord['event']): Outcome | '' {
  switch (event) {
    case 'timeout':
      return 'timed out';
    case 'cancelled':
      return 'cancelled';
    case 'result-rejected':
    case 'capability-missing':
      return 'rejected by the client';
    case 'closed':
      return '';
    default:
      return assertNever(event);
  }
}
