import type { Steps } from '../../base/steps.ts';
import { GrowingColumn } from '../../frame/growing-column.ts';
import type { RowTable } from '../../frame/row-table.ts';

/** Rows that one step looks at: well under a millisecond, so that the caller decides when to rest. */
export const STEP_ROWS = 500;

const newIndexes = () => new GrowingColumn(Uint32Array);

/** Where the rows stand that statistics look at: each is looked at once, however often they are asked for. */
export class CallRows {
  readonly table: RowTable;
  readonly requests = newIndexes();
  readonly results = newIndexes();
  /** The indexes of what ends calls that get no answer: what clients and processes did. */
  readonly ends = newIndexes();
  #read = 0;

  constructor(table: RowTable) {
    this.table = table;
  }

  /** Looks at the rows that came since; those that come meanwhile are left for the next time. */
  *readOn(): Steps<void> {
    const end = this.table.length;
    // Another reader of the same rows may have gone on between two steps.
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
