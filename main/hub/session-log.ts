import type { Finding } from '../../app/findings/finding.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import { LogJudge, type SessionJudgement } from '../../app/report/log-judge.ts';
import type { Counts } from '../../app/session/exchange.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { PeerFacts, TabLog } from './tab-source.ts';

/** The derived log of a live session: rows, and which of them changed after they were added. */
export class SessionLog implements TabLog {
  readonly table = new RowTable();
  readonly #session: string;
  readonly #patched = new GrowingColumn((room) => new Uint32Array(room));
  readonly #judge: LogJudge;

  /** `session` is its name in the records. */
  constructor(session: string) {
    this.#session = session;
    this.#judge = new LogJudge({
      add: (row) => this.table.add(row),
      patch: (seq, patch) => this.#patch(seq, patch),
    });
  }

  /** Takes the next record; true where the session's facts or vocabulary became others. */
  ingest(record: KnownRecord, envelope?: Envelope): boolean {
    return this.#judge.ingest(record, envelope);
  }

  get peers(): PeerFacts {
    const { facts, fingerprints } = this.#judgement();
    const { guesses, layers } = fingerprints;
    return { ...facts.snapshot(), guesses, layers };
  }

  get patches(): number {
    return this.#patched.length;
  }

  get counts(): Counts {
    return this.#judgement().counts;
  }

  get dropped(): number {
    return this.#judgement().dropped;
  }

  get findings(): readonly Finding[] {
    return this.#judgement().findings;
  }

  patchedIndex(change: number): number {
    return this.#patched.at(change);
  }

  #judgement(): SessionJudgement {
    return this.#judge.session(this.#session);
  }

  #patch(seq: number, patch: RowPatch): void {
    const index = this.table.indexOf(seq);
    if (index < 0) return;
    this.table.patchAt(index, patch);
    this.#patched.push(index);
  }
}
