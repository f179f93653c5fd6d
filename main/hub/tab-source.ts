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

/** Everything derived from a session's records: its rows, later changes to them, and findings. */
export type TabLog = {
  readonly table: RowTable;
  readonly patches: number;
  /** The index of the changed row; changes count from 0. */
  patchedIndex(change: number): number;
  /** Omitted for a file. */
  readonly texts?: LogTextsState | undefined;
  /** A file has no finding count besides its list, and no revision until rules are turned off. */
  readonly analysis: Pick<
    SessionAnalysis,
    'counts' | 'dropped' | 'findings' | 'findingsTo' | 'hostFindings' | 'failures' | 'errorsCutAt'
  > &
    Partial<Pick<SessionAnalysis, 'findingCount' | 'findingsRevision'>>;
};

type Own<Info extends SessionInfo> = Omit<Info, 'session'>;

export type SourceInfo = Own<LiveInfo> | Own<TappedInfo> | Own<FileInfo>;

/** The source of a tab's records: a running server, a tap, or a file. */
export abstract class TabSource {
  abstract readonly kind: 'live' | 'tapped' | 'opening' | 'opened';
  abstract readonly about: SourceInfo;
  abstract readonly project: FolderProject;
  /** The log as last derived. */
  abstract readonly log: TabLog;
  /** Where the records are: a recording, and the session's name in it. */
  abstract readonly recorded: ExportSource;
  abstract readonly store: RecordReader;

  /** Applies rule settings from now on and to the existing log; does nothing for a source without findings. */
  setRules(_rules: ProjectSettings['rules']): void {}

  /** Analyzes new records; a source that analyzes as it reads has nothing to do. */
  catchUp(): void {}

  /** Resolves when every record is on disk. Fails with a sentence if some are not, or are not read yet. */
  async settle(): Promise<Result<null>> {
    return ok(null);
  }

  /** Ends what the source owns, if anything; resolves when nothing of it is left. */
  async close(): Promise<void> {}
}

/** The events of a source for its tab. */
export type SourceEvents = {
  changed(): void;
  grew(): void;
};

/** Late messages about a call, or a second answer, come soon or not at all. */
const KEPT_SETTLED = 2000;

/** Rows that remember which of them changed, in order of change. */
class PatchedRows extends RowTable {
  readonly patched = new GrowingColumn(Uint32Array);

  override patchAt(index: number, patch: RowPatch): void {
    super.patchAt(index, patch);
    this.patched.push(index);
  }
}

/** The derived log of a live session: its rows, and which changed after they were added. */
export class AnalyzedLog implements TabLog {
  readonly table: PatchedRows;
  readonly #session: string;
  readonly analyzer: LogAnalyzer;
  readonly #texts: LogTexts | undefined;

  /** `session` is its name in the records; without `texts` the row texts stay in memory. */
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

  /** Frees what the rows hold outside this object. */
  close(): void {
    this.#texts?.close();
  }
}
