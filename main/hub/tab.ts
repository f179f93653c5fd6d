import { ok, type Result } from '../../app/base/result.ts';
import type { DeliveredExchange, RowPage } from '../../app/contract/commands.ts';
import type { LogState, SessionInfo } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import { type FindingsNear, NearFindings } from '../../app/findings/findings-near.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { exchangeAt } from '../../app/frame/view/log-answers.ts';
import type { ExportSource } from '../recording/exported-pieces.ts';
import type { OpenedSource, OpeningSource } from './file-source.ts';
import type { LiveSource } from './live-source.ts';
import type { TappedSource } from './tapped-source.ts';

/** The most records of one exchange. */
const EXCHANGE_RECORDS = 2000;

export type Source = LiveSource | TappedSource | OpeningSource | OpenedSource;

export class Tab {
  readonly session: string;
  /** May be replaced by another source whose log begins with the same rows. */
  source: Source;
  readonly #near = new NearFindings();

  constructor(session: string, source: Source) {
    this.session = session;
    this.source = source;
  }

  /** The state of the session. It is as current as the log: `catchUp` of the source updates both. */
  get info(): SessionInfo {
    return { session: this.session, ...this.source.about };
  }

  rowTable(): RowTable {
    this.source.catchUp();
    return this.source.log.table;
  }

  logState(): LogState {
    this.source.catchUp();
    const { table, patches, analysis, texts } = this.source.log;
    const { counts, dropped, findingsRevision } = analysis;
    return {
      session: this.session,
      length: table.length,
      patches,
      counts: { ...counts },
      dropped,
      findings: analysis.findingCount ?? analysis.findings.length,
      ...(findingsRevision === undefined ? {} : { findingsRevision }),
      ...(texts === undefined ? {} : { texts }),
    };
  }

  /** The next page for a screen that has `from` rows and `patchesFrom` changes; it asks until it is up to date. */
  rows(from: number, patchesFrom: number, limit: number): RowPage {
    const state = this.logState();
    const { log } = this.source;
    const end = Math.min(state.length, from + limit);
    const rows = log.table.block(from, end);
    const patchesTo = Math.min(state.patches, patchesFrom + limit);
    const indexes = new Set<number>();
    for (let change = patchesFrom; change < patchesTo; change += 1) {
      const index = log.patchedIndex(change);
      // Rows in this or a later page already include their changes.
      if (index < from) indexes.add(index);
    }
    const changed = log.table.blockAt(Uint32Array.from(indexes));
    return { ...state, from, rows, changed, patchesTo };
  }

  findings(from: number, limit: number): readonly Finding[] {
    this.source.catchUp();
    return this.source.log.analysis.findingsTo(from + limit).slice(from, from + limit);
  }

  findingsNear(blocks: readonly number[]): FindingsNear {
    this.source.catchUp();
    const { findings, findingsRevision = 0 } = this.source.log.analysis;
    return this.#near.near(findings, findingsRevision, blocks);
  }

  /** Where its records are, once all are on disk. Fails with a sentence if they cannot be written. */
  async exportSource(): Promise<Result<ExportSource>> {
    const settled = await this.source.settle();
    return settled.ok ? ok(this.source.recorded) : settled;
  }

  /** The exchange of a row for a screen; null if the log has no such row. */
  exchange(seq: number): Promise<DeliveredExchange | null> {
    const { store } = this.source;
    return exchangeAt(
      this.rowTable(),
      seq,
      (first, last) => store.handRecords(first, last, EXCHANGE_RECORDS),
      (of) => [...this.source.log.analysis.failures(of)],
    );
  }
}
