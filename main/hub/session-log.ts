import type { LogState } from '../../app/contract/session-info.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { LogJudge, type SessionJudgement } from '../../app/report/log-judge.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { PagedLog } from './row-page.ts';

/** The derived log of a live session: rows, and which of them changed after they were added. */
export class SessionLog implements PagedLog {
  readonly table = new RowTable();
  readonly #session: string;
  readonly #recorded: string;
  readonly #patched = new GrowingColumn((room) => new Uint32Array(room));
  readonly #judge: LogJudge;

  /** `recorded` is the name of the session in its records, which a tap gives by itself. */
  constructor(session: string, recorded = session) {
    this.#session = session;
    this.#recorded = recorded;
    this.#judge = new LogJudge({
      add: (row) => this.table.add(row),
      patch: (seq, patch) => this.#patch(seq, patch),
    });
  }

  /** Takes the next record; true where the session's facts or vocabulary became others. */
  ingest(record: KnownRecord, envelope?: Envelope): boolean {
    return this.#judge.ingest(record, envelope);
  }

  /** What is derived beside the rows. */
  get judgement(): SessionJudgement {
    return this.#judge.session(this.#recorded);
  }

  get state(): LogState {
    const { counts, dropped, findings } = this.judgement;
    return {
      session: this.#session,
      length: this.table.length,
      patches: this.#patched.length,
      counts: { ...counts },
      dropped,
      findings: findings.length,
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
