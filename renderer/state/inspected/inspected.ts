import type { StoredFailure } from '../../../app/explain/stored-failure.ts';
import { type ExchangePlace, isMisplaced } from '../../../app/frame/exchange-place.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { isOpen, type Row } from '../../../app/frame/row.ts';
import { type ReadFrame, readFrame } from '../log/use-record.ts';
import { type ExchangeEvent, type ExchangeKey, exchangeEvents, progressTokenOf } from './exchange-events.ts';

/** The selection with all data for the inspector's pages. */
export type Inspected = {
  readonly session: string;
  readonly row: Row;
  readonly record: KnownRecord;
  readonly frame: ReadFrame | undefined;
  readonly request: ReadFrame | undefined;
  readonly answer: ReadFrame | undefined;
  /** An answer that was probably meant for the request, though the client could not match them and gave up. */
  readonly unmatched: ReadFrame | undefined;
  /** The row that settles the exchange: its answer, or its request if none came. */
  readonly settling: Row;
  readonly events: readonly ExchangeEvent[];
  /** Server messages during the exchange that affected it, or answered it again. */
  readonly neighbors: readonly Neighbor[];
  /** How it failed; undefined if it succeeded. */
  readonly failure: StoredFailure | undefined;
  readonly records: readonly KnownRecord[];
  readonly cut: boolean;
};

type InspectedParts = {
  readonly session: string;
  readonly row: Row;
  readonly record: KnownRecord;
  readonly place: ExchangePlace;
  readonly records: readonly KnownRecord[];
  readonly rowOf: (seq: number) => Row | undefined;
  /** `records` with those of the row itself and the answer, which may be beyond them. */
  readonly known: readonly KnownRecord[];
  readonly failures: readonly StoredFailure[];
};

/** The maximum number of records in one read. */
const MAX_RECORDS = 2000;

type ExchangeRecords = {
  readonly request: KnownRecord | undefined;
  readonly answer: KnownRecord | undefined;
  readonly unmatched: KnownRecord | undefined;
};

/** The records whose lines must be parsed before `inspect` is called. */
export function recordsToRead(parts: InspectedParts): readonly (KnownRecord | undefined)[] {
  return [parts.record, ...Object.values(exchangeRecords(parts))];
}

export function inspect(parts: InspectedParts): Inspected {
  const { session, row, record, place, records, rowOf } = parts;
  const found = exchangeRecords(parts);
  const request = readFrame(found.request, rowOf(place.requestSeq));
  const answer = readFrame(found.answer, rowOf(place.answerSeq));
  const unmatched = readFrame(found.unmatched, found.unmatched && rowOf(seqOf(found.unmatched)));
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
    failure: failureIn(parts, (answer ?? request)?.row ?? row),
    neighbors: request === undefined ? [] : neighborsOf(request, answer ?? unmatched, parts),
    records,
    cut: records.length >= MAX_RECORDS,
  };
}

function failureIn({ row, place, failures }: InspectedParts, settling: Row): StoredFailure | undefined {
  const isCall = place.requestSeq > 0 && !isMisplaced(row);
  const own = failures.filter((one) => one.isCall === isCall);
  return own.find(({ seq }) => seq === settling.seq) ?? own[0];
}

/**
 * A server line during an exchange: not a message, an answer that fits no request, a request that was unanswered at the
 * end, or another answer to the same request.
 */
export type Neighbor = {
  readonly seq: number;
  readonly kind: 'line' | 'orphan' | 'request' | 'answer';
  /** For a request. */
  readonly method: string;
  /** Milliseconds since the request. */
  readonly offsetMs: number;
  readonly text: string;
};

const MAX_NEIGHBORS = 2000;
const NEIGHBOR_CHARS = 200;

function neighborsOf(
  { row: asked }: ReadFrame,
  answer: ReadFrame | undefined,
  { records, rowOf }: InspectedParts,
): readonly Neighbor[] {
  const end = answer?.row.at ?? endedWithoutAnswer(asked, records) ?? Number.POSITIVE_INFINITY;
  const { tier, outcome } = answer?.row ?? asked;
  const isWell = tier === 'ok' && !isOpen(outcome);
  const found: Neighbor[] = [];
  for (const record of records) {
    if (found.length === MAX_NEIGHBORS) break;
    if (record.type !== 'frame' || record.direction !== 'server-to-client' || record.seq <= asked.seq)
      continue;
    const row = rowOf(record.seq);
    const kind = row && neighborKind(row, asked.seq, end, rowOf);
    // A successful call did not need the answer.
    if (kind === undefined || (kind === 'request' && isWell)) continue;
    found.push({
      ...{ seq: record.seq, kind, method: row?.method ?? '' },
      offsetMs: record.at - asked.at,
      text: (record.raw ?? '').slice(0, NEIGHBOR_CHARS),
    });
  }
  return found;
}

/** `end` of the exchange in milliseconds since the recording began; infinite while it is open. */
function neighborKind(
  row: Row,
  asked: number,
  end: number,
  rowOf: InspectedParts['rowOf'],
): Neighbor['kind'] | undefined {
  if (row.outcome === 'duplicate') return row.pair === asked ? 'answer' : undefined;
  if (row.at > end) return undefined;
  if (row.outcome === 'malformed') return 'line';
  if (row.outcome === 'orphan') return 'orphan';
  if (row.shape !== 'request') return undefined;
  const answeredAt = row.pair > 0 ? rowOf(row.pair)?.at : undefined;
  return answeredAt === undefined || answeredAt > end ? 'request' : undefined;
}

function exchangeRecords({ place, records, rowOf, known }: InspectedParts): ExchangeRecords {
  const bySeq = (seq: number) => (seq === 0 ? undefined : recordAt(known, seq));
  const request = bySeq(place.requestSeq);
  const answer = bySeq(place.answerSeq);
  const settled = rowOf(place.answerSeq);
  const asked = rowOf(place.requestSeq);
  if (request === undefined || asked === undefined) return { request, answer, unmatched: undefined };
  if (answer !== undefined && settled !== undefined) {
    return { request, answer, unmatched: settled.outcome === 'orphan' ? answer : undefined };
  }
  return { request, answer, unmatched: likelyAnswer(asked, records, rowOf) };
}

/** The answer that was probably meant for an unanswered call. */
function likelyAnswer(
  asked: Row,
  records: readonly KnownRecord[],
  rowOf: InspectedParts['rowOf'],
): KnownRecord | undefined {
  if (asked.outcome !== 'timed out' && asked.outcome !== 'cancelled') return undefined;
  return records.find((record) => {
    const other = record.type === 'frame' ? rowOf(record.seq) : undefined;
    return other?.outcome === 'orphan' && other.pair === asked.seq;
  });
}

export function recordAt(records: readonly KnownRecord[], seq: number): KnownRecord | undefined {
  return records.find((record) => seqOf(record) === seq);
}

function seqOf(record: KnownRecord): number {
  return 'seq' in record ? record.seq : 0;
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

/** When an unanswered call was given up or lost, in milliseconds since the recording began. */
function endedWithoutAnswer(request: Row, records: readonly KnownRecord[]): number | undefined {
  if (isOpen(request.outcome)) return undefined;
  for (const record of records) {
    if (record.type === 'client' && JSON.stringify(record.id) === request.id) return record.at;
    const ends = record.type === 'process' && (record.event === 'exited' || record.event === 'stdout-closed');
    if (ends && record.seq > request.seq) return record.at;
  }
  return undefined;
}

/** Puts the answer on the axis even if it is beyond the loaded records, or only a probable one. */
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
