import type { Steps } from '../../base/steps.ts';
import { GrowingColumn } from '../../frame/growing-column.ts';
import type { RowTable } from '../../frame/row-table.ts';

/** Rows per step: well under a millisecond, so that the caller decides when to pause. */
export const STEP_ROWS = 500;

const newIndexes = () => new GrowingColumn(Uint32Array);

/** The rows that statistics use, each visited once, however often they are requested. */
export class CallRows {
  readonly table: RowTable;
  readonly requests = newIndexes();
  readonly results = newIndexes();
  /** The indexes of rows that end unanswered calls: client and process events. */
  readonly ends = newIndexes();
  #read = 0;

  constructor(table: RowTable) {
    this.table = table;
  }

  /** Visits rows added since; rows added meanwhile are left for next time. */
  *readOn(): Steps<void> {
    const end = this.table.length;
    // Another reader of the same rows may have continued between two steps.
    while (this.#read < end) {
      const to = Math.min(end, this.#read + STEP_ROWS);
      for (; this.#read < to; this.#read += 1) this.#note(this.#read);
      yield;
    }
  }

  #note(index: number): void {
    const { table } = this;
    const shape = table.columns.shape.at(index);
    if (shape === 'result') this.results.push(index);
    else if (shape === 'request' || shape === 'batch') {
      if (table.columns.direction.at(index) === 'client-to-server') this.requests.push(index);
    } else if (shape === '') {
      const kind = table.columns.kind.at(index);
      if (kind === 'client' || kind === 'process') this.ends.push(index);
    }
  }
}
