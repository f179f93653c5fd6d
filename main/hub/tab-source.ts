import { LogAnalyzer, type SessionAnalysis } from '../../app/analysis/log-analyzer.ts';
import { ok, type Result } from '../../app/base/result.ts';
import type {
  FileInfo,
  LiveInfo,
  LogTextsState,
  SessionInfo,
  TappedInfo,
} from '../../app/contract/session-info.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { RowPatch } from '../../app/frame/row.ts';
import { RowTable } from '../../app/frame/row-table.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import type { ExportSource } from '../recording/exported-pieces.ts';
import { type PeerFacts, peerFacts } from '../recording/loaded-chunk.ts';
import type { RecordReader } from '../recording/record-store.ts';
import type { LogTexts } from './packed-texts.ts';

/** What is derived of a session's records: its rows, which of them changed later, and what was found. */
export type TabLog = {
  readonly table: RowTable;
  /** How many changes of earlier rows there were so far. */
  readonly patches: number;
  /** The index of the row that a change concerns; changes count from 0. */
  patchedIndex(change: number): number;
  /** Left out for a file. */
  readonly texts?: LogTextsState | undefined;
  /** A file has no count of its findings beside the list, and no revision of them before rules are turned off. */
  readonly analysis: Pick<
    SessionAnalysis,
    'counts' | 'dropped' | 'findings' | 'findingsTo' | 'hostFindings' | 'failures' | 'errorsCutAt'
  > &
    Partial<Pick<SessionAnalysis, 'findingCount' | 'findingsRevision'>>;
};

type Own<Info extends SessionInfo> = Omit<Info, 'session'>;

export type SourceInfo = Own<LiveInfo> | Own<TappedInfo> | Own<FileInfo>;

/** Where a tab's records come from: a running server, a tap, or a file. */
export abstract class TabSource {
  abstract readonly kind: 'live' | 'tapped' | 'opening' | 'opened';
  abstract readonly about: SourceInfo;
  /** What the repository says of the server. */
  abstract readonly project: FolderProject;
  /** The log as it was derived last. */
  abstract readonly log: TabLog;
  /** Where the records lie: a recording, and the session's name in it. */
  abstract readonly recorded: ExportSource;
  abstract readonly store: RecordReader;

  /** Applies what is said of the rules from now on, to the log so far too; there may be no findings yet. */
  setRules(_rules: ProjectSettings['rules']): void {}

  /** Derives what has been recorded since; a source that is derived as it is read has nothing to do. */
  catchUp(): void {}

  /** Resolves when every record is on the disk. Fails with a sentence if some are not, or are not read yet. */
  async settle(): Promise<Result<null>> {
    return ok(null);
  }

  /** Ends what belongs to the source, if anything does; resolves when nothing of it is left. */
  async close(): Promise<void> {}
}

/** What a source reports to its tab. */
export type SourceEvents = {
  changed(): void;
  grew(): void;
};

/** A client reports about a call, or a server answers it twice, soon or not at all. */
const KEPT_SETTLED = 2000;

/** Rows that know which of them were changed, in the order of the changes. */
class PatchedRows extends RowTable {
  readonly patched = new GrowingColumn(Uint32Array);

  override patchAt(index: number, patch: RowPatch): void {
    super.patchAt(index, patch);
    this.patched.push(index);
  }
}

/** The derived log of a live session: rows, and which of them changed after they were added. */
export class AnalyzedLog implements TabLog {
  readonly table: PatchedRows;
  readonly #session: string;
  readonly analyzer: LogAnalyzer;
  readonly #texts: LogTexts | undefined;

  /** `session` is its name in the records; without `texts` those of the rows are held in memory. */
  constructor(session: string, texts?: LogTexts, project?: ProjectSettings) {
    this.#session = session;
    this.#texts = texts;
    this.table = new PatchedRows(texts?.newColumn);
    this.analyzer = new LogAnalyzer(this.table, { guarded: true, keptSettled: KEPT_SETTLED, project });
  }

  get peers(): PeerFacts {
    return peerFacts(this.analysis);
  }

  get texts(): LogTextsState | undefined {
    return this.#texts?.state;
  }

  get patches(): number {
    return this.table.patched.length;
  }

  patchedIndex(change: number): number {
    return this.table.patched.at(change);
  }

  get analysis(): SessionAnalysis {
    return this.analyzer.session(this.#session);
  }

  /** Lets go of what the rows hold outside of this object. */
  close(): void {
    this.#texts?.close();
  }
}
