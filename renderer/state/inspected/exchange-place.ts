import { isOpen, type Row } from '../../../app/frame/row.ts';

/** The records of a row's exchange; 0 for a missing half. */
export type ExchangePlace = {
  readonly requestSeq: number;
  readonly answerSeq: number;
  readonly first: number;
  readonly last: number;
};

export type PlaceLog = {
  readonly rowOf: (seq: number) => Row | undefined;
  /** Up to `limit` rows after the one with `seq`, in order. */
  readonly rowsAfter: (seq: number, limit: number) => readonly Row[];
  /** Up to `limit` rows before the one with `seq`, in order. */
  readonly rowsBefore: (seq: number, limit: number) => readonly Row[];
};

/** Servers often log a call just after they answered it, so this many more rows are included. */
const AFTER_END = 40;
const LONGEST = 2000;
/** How many rows before a process event are searched for its last stderr lines. */
const BEFORE_EXIT = 150;
/** Larger frames are not read just to reach the lines before them. */
const LARGE_BYTES = 200_000;

/** The range of the exchange of `row`. Excludes frames after its end, which may be megabytes of other exchanges. */
export function exchangePlace(row: Row, log: PlaceLog): ExchangePlace {
  const { requestSeq, answerSeq } = halves(row, log);
  if (requestSeq === 0) {
    const first = row.kind === 'process' ? lastStderrText(row, log) : row.seq;
    return { requestSeq, answerSeq, first, last: row.seq };
  }
  return { requestSeq, answerSeq, first: requestSeq, last: lastOf(row, requestSeq, answerSeq, log) };
}

function halves(row: Row, log: PlaceLog) {
  if (row.shape === 'request') return { requestSeq: row.seq, answerSeq: row.pair };
  if (row.shape === 'result' || row.shape === 'error' || row.shape === 'batch') {
    return { requestSeq: row.pair, answerSeq: row.seq };
  }
  // A raw message may not be a request, but still have an answer.
  if (row.fromRawMessage && row.pair > row.seq) return { requestSeq: row.seq, answerSeq: row.pair };
  return { requestSeq: row.pair, answerSeq: row.pair === 0 ? 0 : (log.rowOf(row.pair)?.pair ?? 0) };
}

function lastOf(row: Row, requestSeq: number, answerSeq: number, log: PlaceLog): number {
  if (answerSeq > 0) {
    const end = Math.max(answerSeq, row.seq);
    return lastLine(log.rowsAfter(end, AFTER_END), end);
  }
  // An open exchange keeps its range while the log grows, so that its page does not flicker.
  if (isOpen(log.rowOf(requestSeq)?.outcome ?? '')) return requestSeq + LONGEST;
  const after = log.rowsAfter(requestSeq, LONGEST);
  const end = after.findIndex((other) => endsWithoutAnswer(other, requestSeq));
  const ending = after[end];
  if (ending === undefined) return after.at(-1)?.seq ?? requestSeq;
  return lastLine(after.slice(end + 1, end + 1 + AFTER_END), ending.seq);
}

function lastStderrText(row: Row, log: PlaceLog): number {
  const before = log.rowsBefore(row.seq, BEFORE_EXIT);
  const near = before.slice(before.findLastIndex((other) => other.sizeBytes > LARGE_BYTES) + 1);
  return near.find((other) => other.kind === 'stderr')?.seq ?? row.seq;
}

function endsWithoutAnswer(row: Row, requestSeq: number): boolean {
  if (row.kind === 'client') return row.pair === requestSeq;
  return row.kind === 'process' && (row.tier !== 'ok' || row.method === 'exited');
}

/** The last row that can belong to a completed exchange; `end` if there are none. */
function lastLine(rows: readonly Row[], end: number): number {
  const last = rows.findLast(
    ({ kind, shape, outcome }) => kind !== 'frame' || shape === 'notification' || outcome === 'duplicate',
  );
  return last?.seq ?? end;
}
