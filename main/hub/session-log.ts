import type { LogState } from '../../app/contract/session-info.ts';
import { LogTracker } from '../../app/exchange/log-tracker.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { PagedLog } from './row-page.ts';

/** The derived log of a live session: rows, and which of them changed after they were added. */
export class SessionLog implements PagedLog {
  readonly table = new RowTable();
  readonly #session: string;
  readonly #patched = new GrowingColumn((room) => new Uint32Array(room));
  readonly #tracker: LogTracker;
  #dropped = 0;

  constructor(session: string) {
    this.#session = session;
    this.#tracker = new LogTracker({
      add: (row) => this.table.add(row),
      patch: (seq, patch) => this.#patch(seq, patch),
    });
  }

  ingest(record: KnownRecord, envelope?: Envelope): void {
    if (record.type === 'dropped') this.#dropped += record.count;
    this.#tracker.ingest(record, envelope);
  }

  get state(): LogState {
    return {
      session: this.#session,
      length: this.table.length,
      patches: this.#patched.length,
      counts: this.#tracker.counts,
      dropped: this.#dropped,
    };
  }

  patchedIndex(change: number): number {
    return this.#patched.at(change);
  }

  /** The seq of the answer to the request with this seq; 0 while there is none. */
  pairOf(seq: number): number {
    return this.table.row(this.table.indexOf(seq))?.pair ?? 0;
  }

  #patch(seq: number, patch: RowPatch): void {
    const index = this.table.indexOf(seq);
    if (index < 0) return;
    this.table.patchAt(index, patch);
    this.#patched.push(index);
  }
}
