import type { KnownRecord } from '../../../app/frame/record.ts';
import { isOpen, type Row } from '../../../app/frame/row.ts';
import { type ReadFrame, readFrame } from '../log/read-frame.ts';
import { type ExchangeEvent, type ExchangeKey, exchangeEvents, progressTokenOf } from './exchange-events.ts';
import type { ExchangePlace } from './exchange-place.ts';

/** The selection with everything that the inspector's pages read. */
export type Inspected = {
  readonly session: string;
  readonly row: Row;
  readonly record: KnownRecord;
  /** The selected frame, if the selection is one. */
  readonly frame: ReadFrame | undefined;
  readonly request: ReadFrame | undefined;
  readonly answer: ReadFrame | undefined;
  /** An answer that was likely meant for the request: the client could not match the two, and gave up. */
  readonly unmatched: ReadFrame | undefined;
  /** The row that settles the exchange: its answer, or its request if none came. */
  readonly settling: Row;
  readonly events: readonly ExchangeEvent[];
  /** Every record that was read, in order. */
  readonly records: readonly KnownRecord[];
  /** True if the exchange is longer than what was read. */
  readonly cut: boolean;
};

type InspectedParts = {
  readonly session: string;
  readonly row: Row;
  readonly record: KnownRecord;
  readonly place: ExchangePlace;
  readonly records: readonly KnownRecord[];
  readonly rowOf: (seq: number) => Row | undefined;
  /** The answer's record, if it lies beyond the records that were read. */
  readonly answerRecord: KnownRecord | undefined;
};

/** As many records as one reading gives. */
const MOST_RECORDS = 2000;

export function inspect(parts: InspectedParts): Inspected {
  const { session, row, record, place, records, rowOf } = parts;
  const bySeq = (seq: number) => records.find((one) => 'seq' in one && one.seq === seq);
  const request =
    place.requestSeq === 0 ? undefined : readFrame(bySeq(place.requestSeq), rowOf(place.requestSeq));
  const answer =
    place.answerSeq === 0
      ? undefined
      : readFrame(bySeq(place.answerSeq) ?? parts.answerRecord, rowOf(place.answerSeq));
  const unmatched = request === undefined ? undefined : unmatchedAnswer(request, answer, parts);
  const key = request === undefined ? undefined : keyOf(request, answer, records);
  return {
    session,
    row,
    record,
    frame: readFrame(record, row),
    request,
    answer,
    unmatched,
    settling: answer?.row ?? request?.row ?? row,
    events: key === undefined ? [] : withAnswer(exchangeEvents(records, key), answer ?? unmatched, key),
    records,
    cut: records.length >= MOST_RECORDS,
  };
}

/** The selected answer itself, or the one that a call without an answer was likely meant to get. */
function unmatchedAnswer(
  { row }: ReadFrame,
  answer: ReadFrame | undefined,
  { records, rowOf }: InspectedParts,
): ReadFrame | undefined {
  if (answer !== undefined) return answer.row.outcome === 'orphan' ? answer : undefined;
  if (row.outcome !== 'timed out' && row.outcome !== 'cancelled') return undefined;
  for (const record of records) {
    const other = record.type === 'frame' ? rowOf(record.seq) : undefined;
    if (other?.outcome === 'orphan' && other.pair === row.seq) return readFrame(record, other);
  }
  return undefined;
}

function keyOf(
  request: ReadFrame,
  answer: ReadFrame | undefined,
  records: readonly KnownRecord[],
): ExchangeKey {
  const { row, envelope } = request;
  return {
    requestSeq: row.seq,
    answerSeq: answer?.row.seq ?? 0,
    id: row.id,
    target: row.target,
    startedAt: row.at,
    endedAt: answer?.row.at ?? endedWithoutAnswer(row, records),
    progressToken: envelope.kind === 'request' ? progressTokenOf(envelope.params) : undefined,
  };
}

/** When a call without an answer was given up or lost, in milliseconds since the recording began. */
function endedWithoutAnswer(request: Row, records: readonly KnownRecord[]): number | undefined {
  if (isOpen(request.outcome)) return undefined;
  for (const record of records) {
    if (record.type === 'client' && JSON.stringify(record.id) === request.id) return record.at;
    const ends = record.type === 'process' && (record.event === 'exited' || record.event === 'stdout-closed');
    if (ends && record.seq > request.seq) return record.at;
  }
  return undefined;
}

/** The answer stands on the axis also if it lies beyond the records that were read, or is only likely one. */
function withAnswer(
  events: ExchangeEvent[],
  answer: ReadFrame | undefined,
  key: ExchangeKey,
): ExchangeEvent[] {
  if (answer === undefined || events.some((event) => event.seq === answer.row.seq)) return events;
  const { seq, at } = answer.row;
  const text = seq === key.answerSeq ? 'answer received' : 'an answer that the client could not match';
  const event = { seq, kind: 'answer', text, why: '', offsetMs: at - key.startedAt } as const;
  return [...events, event].toSorted((left, right) => left.seq - right.seq);
}
