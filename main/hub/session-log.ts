import { LogAnalyser, type SessionAnalysis } from '../../app/analysis/log-analyser.ts';
import type { LogTextsState } from '../../app/contract/session-info.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { Row, RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import type { ProjectSettings } from '../../app/project/project-file.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { LogTexts } from './packed-texts.ts';
import type { PeerFacts, TabLog } from './tab-source.ts';

/** A client reports about a call, or a server answers it twice, soon or not at all. */
const KEPT_SETTLED = 2000;

/** The derived log of a live session: rows, and which of them changed after they were added. */
export class AnalysedLog implements TabLog {
  readonly table: RowTable;
  readonly #session: string;
  readonly #patched = new GrowingColumn(Uint32Array);
  readonly #analyser: LogAnalyser;

  readonly #texts: LogTexts | undefined;

  /** `session` is its name in the records; without `texts` those of the rows are held in memory. */
  constructor(session: string, texts?: LogTexts, project?: ProjectSettings) {
    this.#session = session;
    this.#texts = texts;
    this.table = new RowTable(texts?.newColumn);
    const sink = {
      add: (row: Row) => this.table.add(row),
      patch: (seq: number, patch: RowPatch) => this.#patch(seq, patch),
    };
    this.#analyser = new LogAnalyser(sink, { guarded: true, keptSettled: KEPT_SETTLED, project });
  }

  /** Takes the next record; true if the session's peers, vocabulary, ending or fault became others. */
  take(record: KnownRecord, envelope?: Envelope): boolean {
    return this.#analyser.take(record, envelope);
  }

  /** Takes what is said of the rules from now on. */
  setRules(rules: ProjectSettings['rules']): void {
    this.#analyser.setRules(rules);
  }

  get peers(): PeerFacts {
    const { peers, fingerprints, fault } = this.analysis;
    const { guesses, layers } = fingerprints;
    return { ...peers, guesses, layers, analysisFault: fault };
  }

  get texts(): LogTextsState | undefined {
    return this.#texts?.state;
  }

  get patches(): number {
    return this.#patched.length;
  }

  patchedIndex(change: number): number {
    return this.#patched.at(change);
  }

  get analysis(): SessionAnalysis {
    return this.#analyser.session(this.#session);
  }

  /** Lets go of what the rows hold outside of this object. */
  close(): void {
    this.#texts?.close();
  }

  #patch(seq: number, patch: RowPatch): void {
    const index = this.table.indexOf(seq);
    if (index < 0) return;
    this.table.patchAt(index, patch);
    this.#patched.push(index);
  }
}
