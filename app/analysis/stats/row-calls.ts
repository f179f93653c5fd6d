import { partitionPoint } from '../../base/partition-point.ts';
import type { Steps } from '../../base/steps.ts';
import { isOpen } from '../../frame/row.ts';
import type { RowTable } from '../../frame/row-table.ts';
import { type CallRows, STEP_ROWS } from './call-rows.ts';
import type { Call } from './call-tally.ts';

/** What the rows of a log do not show call by call. */
export type NotCounted = {
  /** Batches that hold requests, and calls that were answered in one: a batch is one row, whatever it holds. */
  readonly batches: number;
  /** Calls that a raw message made, or whose answer the user changed. */
  readonly userCaused: number;
};

/**
 * Hands over every request of the client that the rows show, in order: from its row, and from that of its answer. So
 * statistics cannot disagree with the log. Rows that come meanwhile are left out.
 */
export function* callsOfRows(rows: CallRows, take: (call: Call) => void): Steps<NotCounted> {
  yield* rows.readOn();
  const { table, requests } = rows;
  const end = requests.length;
  const ends = yield* Ends.of(rows);
  const counted = { batches: 0, userCaused: 0 };
  for (let from = 0; from < end; from += STEP_ROWS) {
    for (let place = from; place < Math.min(end, from + STEP_ROWS); place += 1) {
      const call = callAt(table, requests.at(place), ends);
      if (call === 'batch') counted.batches += 1;
      else if (call === 'user caused') counted.userCaused += 1;
      else take(call);
    }
    yield;
  }
  return counted;
}

/** The call whose request stands at this index, or why it is none. */
function callAt(table: RowTable, index: number, ends: Ends): Call | 'batch' | 'user caused' {
  const pair = table.columns.pair.at(index);
  const answer = pair > 0 ? table.indexOf(pair) : -1;
  const isAnswered = answer >= 0;
  if (table.columns.shape.at(index) === 'batch' || (isAnswered && table.columns.shape.at(answer) === 'batch'))
    return 'batch';
  const change = isAnswered ? table.columns.change.at(answer) : '';
  if (table.columns.fromRawMessage.at(index) || change === 'changed') return 'user caused';
  const at = table.columns.at.at(index);
  const seq = table.columns.seq.at(index);
  const endedAt = isAnswered ? table.columns.at.at(answer) : endOfUnanswered(table, index, ends);
  return {
    seq,
    method: table.columns.method.at(index),
    target: table.columns.target.at(index),
    at,
    tier: table.columns.tier.at(isAnswered ? answer : index),
    endedAt,
    // For how long a user kept it back, no row says.
    durationMs: isAnswered && change !== 'held' ? Math.max(0, endedAt - at) : -1,
    answerBytes: isAnswered ? table.columns.sizeBytes.at(answer) : -1,
  };
}

function endOfUnanswered(table: RowTable, index: number, ends: Ends): number {
  if (isOpen(table.columns.outcome.at(index))) return -1;
  return ends.after(table.columns.seq.at(index)) ?? table.columns.at.at(index);
}

/** When calls that got no answer were over. */
class Ends {
  readonly #ofClient = new Map<number, number>();
  readonly #processSeqs: number[] = [];
  readonly #processTimes: number[] = [];

  static *of({ table, ends: indexes }: CallRows): Steps<Ends> {
    const ends = new Ends();
    const { length } = indexes;
    for (let place = 0; place < length; place += 1) {
      ends.#take(table, indexes.at(place));
      if (place % STEP_ROWS === STEP_ROWS - 1) yield;
    }
    return ends;
  }

  #take(table: RowTable, index: number): void {
    const pair = table.columns.pair.at(index);
    if (table.columns.kind.at(index) === 'process') {
      this.#processSeqs.push(table.columns.seq.at(index));
      this.#processTimes.push(table.columns.at.at(index));
    } else if (pair > 0 && !this.#ofClient.has(pair)) this.#ofClient.set(pair, table.columns.at.at(index));
  }

  /**
   * When the client gave up the request of this seq, else when the next process event came, in milliseconds since
   * the recording began; undefined if nothing of both is there.
   */
  after(seq: number): number | undefined {
    const given = this.#ofClient.get(seq);
    if (given !== undefined) return given;
    const next = partitionPoint(this.#processSeqs.length, (at) => (this.#processSeqs[at] ?? 0) <= seq);
    return this.#processTimes[next];
  }
}
