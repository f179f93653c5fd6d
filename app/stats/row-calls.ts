import { partitionPoint } from '../base/partition-point.ts';
import type { Steps } from '../base/steps.ts';
import { isOpen, type Row } from '../frame/row.ts';
import type { RowTable } from '../frame/row-table.ts';
import type { Call } from './call-tally.ts';

/** What the rows of a log do not show call by call. */
export type NotCounted = {
  /** Batches that hold requests, and calls that were answered in one: a batch is one row, whatever it holds. */
  readonly batches: number;
  /** Calls that a raw message made, or whose answer the user changed. */
  readonly userCaused: number;
};

/** A step looks at so many rows: a few milliseconds, so that live frames pass in between. */
const STEP_ROWS = 5000;

/**
 * Hands over every request of the client that the rows show, in order: from its row, and from that of its answer. So
 * statistics cannot disagree with the log. Rows that come meanwhile are left out.
 */
export function* callsOfRows(table: RowTable, take: (call: Call) => void): Steps<NotCounted> {
  const end = table.length;
  const ends = new Ends();
  for (let from = 0; from < end; from += STEP_ROWS) {
    ends.read(table, from, Math.min(end, from + STEP_ROWS));
    yield;
  }
  const counted = { batches: 0, userCaused: 0 };
  for (let from = 0; from < end; from += STEP_ROWS) {
    takeCalls(table, { from, to: Math.min(end, from + STEP_ROWS), ends, counted, take });
    yield;
  }
  return counted;
}

type Part = {
  readonly from: number;
  readonly to: number;
  readonly ends: Ends;
  readonly counted: { batches: number; userCaused: number };
  readonly take: (call: Call) => void;
};

function takeCalls(table: RowTable, { from, to, ends, counted, take }: Part): void {
  const [rowAt, answerAt] = [table.reader(), table.reader()];
  for (let index = from; index < to; index += 1) {
    const shape = table.shapeAt(index);
    if (shape !== 'request' && shape !== 'batch') continue;
    const row = rowAt(index);
    if (row.direction !== 'client-to-server') continue;
    const answered = row.pair > 0 ? table.indexOf(row.pair) : -1;
    const answer = answered < 0 ? undefined : answerAt(answered);
    if (shape === 'batch' || answer?.shape === 'batch') counted.batches += 1;
    else if (row.fromRawMessage || answer?.change === 'changed') counted.userCaused += 1;
    else take(answer === undefined ? unanswered(row, ends) : answeredCall(row, answer));
  }
}

function answeredCall(row: Row, answer: Row): Call {
  const { seq, method, target, at } = row;
  return {
    ...{ seq, method, target, at, tier: answer.tier },
    endedAt: answer.at,
    // For how long a user kept it back, no row says.
    durationMs: answer.change === 'held' ? -1 : Math.max(0, answer.at - at),
    answerBytes: answer.sizeBytes,
  };
}

function unanswered(row: Row, ends: Ends): Call {
  const { seq, method, target, at, tier, outcome } = row;
  const endedAt = isOpen(outcome) ? -1 : (ends.of(seq) ?? at);
  return { seq, method, target, at, tier, endedAt, durationMs: -1, answerBytes: -1 };
}

/** When calls that got no answer were over. */
class Ends {
  readonly #ofClient = new Map<number, number>();
  readonly #processSeqs: number[] = [];
  readonly #processTimes: number[] = [];

  /** Takes the rows from one place up to another, which is exclusive. */
  read(table: RowTable, from: number, to: number): void {
    const rowAt = table.reader();
    for (let index = from; index < to; index += 1) {
      const kind = table.kindAt(index);
      if (kind !== 'client' && kind !== 'process') continue;
      const { seq, at, pair } = rowAt(index);
      if (kind === 'process') {
        this.#processSeqs.push(seq);
        this.#processTimes.push(at);
      } else if (pair > 0 && !this.#ofClient.has(pair)) this.#ofClient.set(pair, at);
    }
  }

  /**
   * When the client gave up the request of this seq, else when the next process event came, in milliseconds since
   * the recording began; undefined if nothing of both is there.
   */
  of(seq: number): number | undefined {
    const given = this.#ofClient.get(seq);
    if (given !== undefined) return given;
    const next = partitionPoint(this.#processSeqs.length, (at) => (this.#processSeqs[at] ?? 0) <= seq);
    return this.#processTimes[next];
  }
}
