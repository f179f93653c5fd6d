import type { Row } from '../../app/frame/row.ts';

/** Which records make up the exchange of a row; 0 for a half that is not there. */
export type ExchangePlace = {
  readonly requestSeq: number;
  readonly answerSeq: number;
  /** The range of records to read for the time axis. */
  readonly first: number;
  readonly last: number;
};

/** Servers often log a call just after they answered it: read some records more. */
const AFTER_ANSWER = 40;
const OPEN_ENDED = 2000;
/** Records before a process event that hold its last stderr lines. */
const BEFORE_END = 400;

/** Where the exchange of `row` lies; `rowOf` gives the other rows of the log. */
export function exchangePlace(row: Row, rowOf: (seq: number) => Row | undefined): ExchangePlace {
  const { requestSeq, answerSeq } = halves(row, rowOf);
  if (requestSeq === 0) {
    const first = row.kind === 'process' ? Math.max(1, row.seq - BEFORE_END) : row.seq;
    return { requestSeq, answerSeq, first, last: row.seq };
  }
  const last = answerSeq > 0 ? Math.max(answerSeq, row.seq) + AFTER_ANSWER : requestSeq + OPEN_ENDED;
  return { requestSeq, answerSeq, first: requestSeq, last };
}

function halves(row: Row, rowOf: (seq: number) => Row | undefined) {
  if (row.shape === 'request') return { requestSeq: row.seq, answerSeq: row.pair };
  if (row.shape === 'result' || row.shape === 'error' || row.shape === 'batch') {
    return { requestSeq: row.pair, answerSeq: row.seq };
  }
  return { requestSeq: row.pair, answerSeq: row.pair === 0 ? 0 : (rowOf(row.pair)?.pair ?? 0) };
}
