import { isOpen, type Row } from './row.ts';
import type { RowTable } from './row-table.ts';

/** The records of a row's exchange; 0 for a missing half. */
export type ExchangePlace = {
  readonly requestSeq: number;
  readonly answerSeq: number;
  readonly first: number;
  readonly last: number;
};

/** Servers often log a call just after they answered it, so this many more rows are included. */
const AFTER_END = 40;
const LONGEST = 2000;
/** How many rows before a process event are searched for its last stderr lines. */
const BEFORE_EXIT = 150;
/** Larger frames are not read just to reach the lines before them. */
const LARGE_BYTES = 200_000;

/** The range of the exchange of `row`. Excludes frames after its end, which may be megabytes of other exchanges. */
export function exchangePlace(row: Row, log: RowTable): ExchangePlace {
  const { requestSeq, answerSeq } = halves(row, (seq) => log.row(log.indexOf(seq)));
  if (requestSeq === 0) {
    const first = row.kind === 'process' ? lastStderrText(row, log) : row.seq;
    return { requestSeq, answerSeq, first, last: row.seq };
  }
  return { requestSeq, answerSeq, first: requestSeq, last: lastOf(row, requestSeq, answerSeq, log) };
}

/** The record that identifies a failure: for an exchange its request, else the record itself. */
export function failureSeq(row: Row, { requestSeq }: ExchangePlace): number {
  return requestSeq === 0 || isMisplaced(row) ? row.seq : requestSeq;
}

/** True for an answer that settles no request. */
export function isMisplaced({ outcome }: Row): boolean {
  return outcome === 'orphan' || outcome === 'duplicate';
}

/** The request and the answer of a row's exchange; 0 for a missing half. */
export function halves(row: Row, rowOf: (seq: number) => Row | undefined) {
  if (row.shape === 'request') return { requestSeq: row.seq, answerSeq: row.pair };
  if (row.shape === 'result' || row.shape === 'error' || row.shape === 'batch') {
    return { requestSeq: row.pair, answerSeq: row.seq };
  }
  // A raw message may not be a request, but still have an answer.
  if (row.fromRawMessage && row.pair > row.seq) return { requestSeq: row.seq, answerSeq: row.pair };
  return { requestSeq: row.pair, answerSeq: row.pair === 0 ? 0 : (rowOf(row.pair)?.pair ?? 0) };
}

function lastOf(row: Row, requestSeq: number, answerSeq: number, log: RowTable): number {
  if (answerSeq > 0) {
    const end = Math.max(answerSeq, row.seq);
    const at = indexAfter(log, end);
    return lastLine(rowsIn(log, at, at + AFTER_END), end);
  }
  // An open exchange keeps its range while the log grows, so that its page does not flicker.
  if (isOpen(log.row(log.indexOf(requestSeq))?.outcome ?? '')) return requestSeq + LONGEST;
  const from = indexAfter(log, requestSeq);
  const to = Math.min(log.length, from + LONGEST);
  const rowAt = log.reader();
  for (let index = from; index < to; index += 1)
    if (endsWithoutAnswer(rowAt(index), requestSeq))
      return lastLine(rowsIn(log, index + 1, index + 1 + AFTER_END), log.columns.seq.at(index));
  return from < to ? log.columns.seq.at(to - 1) : requestSeq;
}

function lastStderrText(row: Row, log: RowTable): number {
  const at = log.indexOf(row.seq);
  const before = rowsIn(log, at - BEFORE_EXIT, at);
  const near = before.slice(before.findLastIndex((other) => other.sizeBytes > LARGE_BYTES) + 1);
  return near.find((other) => other.kind === 'stderr')?.seq ?? row.seq;
}

function endsWithoutAnswer(row: Row, requestSeq: number): boolean {
  if (row.kind === 'client' || row.method === 'notifications/cancelled') return row.pair === requestSeq;
  return row.kind === 'process' && (row.tier !== 'ok' || row.method === 'exited');
}

/** The last row that can belong to a completed exchange; `end` if there are none. */
function lastLine(rows: readonly Row[], end: number): number {
  const last = rows.findLast(
    ({ kind, shape, outcome }) => kind !== 'frame' || shape === 'notification' || outcome === 'duplicate',
  );
  return last?.seq ?? end;
}

function indexAfter(log: RowTable, seq: number): number {
  const at = log.indexOf(seq);
  return at < 0 ? log.length : at + 1;
}

function rowsIn(log: RowTable, from: number, to: number): readonly Row[] {
  const rows: Row[] = [];
  for (let index = Math.max(0, from); index < Math.min(log.length, to); index += 1)
    rows.push(log.row(index) as Row);
  return rows;
}
