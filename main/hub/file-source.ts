import { basename } from 'node:path';
import { NO_ENDING } from '../../app/analysis/session-ending.ts';
import { err, type Result } from '../../app/base/result.ts';
import { CASE_FAMILIES } from '../../app/checks/probe/probe-case.ts';
import { firstBookmark } from '../../app/checks/probe/probe-report.ts';
import type { ProbeOfFile } from '../../app/contract/session-info.ts';
import { type Finding, isCounted, settingOf } from '../../app/findings/finding.ts';
import { ROW_FLAGS, type RowFlag } from '../../app/frame/row.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import { importSource } from '../../app/recording/import/import-journal.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import type { SavedResult } from '../checks/probe/saved-result.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import type { ExportSource } from '../recording/exported-pieces.ts';
import { NOTHING_KNOWN } from '../recording/loaded-chunk.ts';
import type { OpenedRecording, OpenedSession, OpenProgress } from '../recording/opened-recording.ts';
import { FileStore } from '../recording/record-store.ts';
import type { BookmarkedCopy } from '../recording/recording-bookmarks.ts';
import { startOf } from '../session/command-line.ts';
import { type SourceInfo, type TabLog, TabSource } from './tab-source.ts';

type SessionRead = OpenProgress['sessions'][number];

export type OpeningFile = {
  readonly path: string;
  readonly project: FolderProject;
  /** The window, as in the info of its sessions. */
  readonly window?: string | undefined;
};

/** One session of a large file that is still being read; its rows so far are visible. */
export class OpeningSource extends TabSource {
  readonly kind = 'opening';
  readonly project: FolderProject;
  readonly #of: OpeningFile;
  readonly #onClose: () => void;
  #file: OpenProgress;
  #read: SessionRead;

  /** `onClose` is called when the tab is closed; closing the last tab stops reading. */
  constructor(of: OpeningFile, file: OpenProgress, read: SessionRead, onClose: () => void) {
    super();
    this.#of = of;
    this.project = of.project;
    this.#onClose = onClose;
    this.#file = file;
    this.#read = read;
  }

  take(file: OpenProgress, read: SessionRead): void {
    this.#file = file;
    this.#read = read;
  }

  get about(): SourceInfo {
    const { header, bytesRead, bytesTotal } = this.#file;
    const { record, name } = this.#read;
    return {
      ...NOTHING_KNOWN,
      kind: 'file',
      state: 'file',
      label: record?.label ?? name,
      ...startOf(record),
      startedAt: header.startedAt,
      file: this.#of.path,
      window: this.#of.window,
      ...NO_ENDING,
      problems: [],
      notes: [],
      format: importSource(header)?.format,
      opening: { bytesRead, bytesTotal },
      project: this.project.shown,
    };
  }

  get log(): TabLog {
    const { counts, dropped } = this.#read;
    const nothing = {
      findings: [],
      findingsTo: () => [],
      hostFindings: [],
      failures: () => [],
      errorsCutAt: 0,
    };
    return { ...rowsOf(this.#read), analysis: { counts, dropped, ...nothing } };
  }

  /** For another tool's file, the copy that its records are read from. */
  get recorded(): ExportSource {
    return { file: this.#file.file, session: this.#read.name };
  }

  get store(): FileStore {
    const { file, header } = this.#file;
    return new FileStore(file, this.#read.index, header.version);
  }

  /** Why an incompletely read session cannot be exported. */
  get refusal(): Result<never> {
    return err(`${basename(this.#of.path)} is still being opened. Wait until all of it is read.`);
  }

  override async settle(): Promise<Result<null>> {
    return this.refusal;
  }

  override async close(): Promise<void> {
    this.#onClose();
  }
}

type OpenedParts = {
  readonly file: OpenedRecording;
  readonly opened: OpenedSession;
  readonly project: FolderProject;
  readonly copy?: BookmarkedCopy | undefined;
  readonly kept?: SavedResult | undefined;
} & Pick<OpeningFile, 'window'>;

/** One session of a completely read file. */
export class OpenedSource extends TabSource {
  readonly kind = 'opened';
  readonly file: OpenedRecording;
  /** Stores the bookmarks of a file that cannot contain them. */
  readonly copy: BookmarkedCopy | undefined;
  readonly probe: SavedResult;
  readonly project: FolderProject;
  log: TabLog;
  readonly #window: OpeningFile['window'];
  readonly #opened: OpenedSession;

  constructor({ file, opened, project, copy, kept = NO_RESULT, window }: OpenedParts) {
    super();
    this.project = project;
    this.file = file;
    this.copy = copy;
    this.probe = fittingResult(kept, opened.table);
    this.#opened = opened;
    this.#window = window;
    const { failures, ...rest } = opened;
    const failuresAt = (at?: number) => (at === undefined ? failures : failures.at(at));
    const findingsTo = () => this.log.analysis.findings;
    this.log = { ...rowsOf(opened), analysis: { ...rest, findingsTo, failures: failuresAt } };
  }

  /** The rules of the project file, as they were when the file was read, are kept. */
  override setRules(rules: ProjectSettings['rules']): void {
    const { table, patched } = this.#opened;
    const { analysis } = this.log;
    const [findings = [], hostFindings = []] = [this.#opened.findings, this.#opened.hostFindings].map((all) =>
      all.map((finding) => {
        const setting = settingOf(rules, finding.rule);
        return setting?.as === 'off' ? { ...finding, setting } : finding;
      }),
    );
    const before = flagsOf(analysis.findings);
    for (const [seq, flag] of flagsOf(findings)) {
      const index = before.get(seq) === flag ? -1 : table.indexOf(seq);
      if (index < 0) continue;
      table.patchAt(index, { flag });
      patched.push(index);
    }
    const findingsRevision = (analysis.findingsRevision ?? 0) + 1;
    this.log = {
      ...rowsOf(this.#opened),
      analysis: { ...analysis, findings, hostFindings, findingsRevision },
    };
  }

  get about(): SourceInfo {
    const { record, name, ending, facts } = this.#opened;
    const { header, path, problems, notes } = this.file;
    return {
      ...facts,
      kind: 'file',
      state: 'file',
      label: record?.label ?? name,
      ...startOf(record),
      startedAt: header.startedAt,
      file: path,
      window: this.#window,
      ...ending,
      problems,
      notes,
      format: importedFrom(this.file),
      bookmarkedCopy: this.copy?.path,
      project: this.project.shown,
      ...probeOf(this.probe),
    };
  }

  get recorded(): ExportSource {
    return { file: this.store.file, session: this.#opened.name };
  }

  get store(): FileStore {
    return this.#opened.store;
  }
}

/** The flag of each row with findings: the highest severity, rules turned off excluded. */
function flagsOf(findings: readonly Finding[]): Map<number, RowFlag> {
  const flags = new Map<number, RowFlag>();
  for (const finding of findings) {
    const flag = flags.get(finding.seq) ?? '';
    const own = isCounted(finding) ? finding.severity : '';
    flags.set(finding.seq, ROW_FLAGS.indexOf(own) > ROW_FLAGS.indexOf(flag) ? own : flag);
  }
  return flags;
}

function probeOf(kept: SavedResult): { readonly probe?: ProbeOfFile } {
  switch (kept.kind) {
    case 'none':
      return {};
    case 'unreadable':
      return { probe: { kind: 'missing', why: kept.why } };
    case 'report': {
      const { grade, counts } = kept.report;
      return { probe: { kind: 'result', grade: grade.grade, failed: counts.failed } };
    }
  }
}

const NO_RESULT: SavedResult = { kind: 'none' };
const FIRST_CASE = new RegExp(`^probe (${CASE_FAMILIES.join('|')})/`);
/** The bookmark of the first case follows the handshake and the lists. */
const FIRST_ROWS = 500;

/** A result belongs to a log if its first case has a bookmark at the same row; some logs have no result. */
function fittingResult(kept: SavedResult, table: RowTable): SavedResult {
  const markAt = (index: number) =>
    table.columns.kind.at(index) === 'mark' ? (table.row(index)?.text ?? '') : '';
  if (kept.kind === 'report') {
    const first = firstBookmark(kept.report);
    if (first === undefined) return kept;
    const text = markAt(table.indexOf(first.seq));
    const fits = text !== '' && (first.label.startsWith(text) || text.startsWith(first.label));
    return fits ? kept : { kind: 'unreadable', why: OF_ANOTHER };
  }
  if (kept.kind === 'unreadable') return kept;
  for (let index = 0; index < Math.min(table.length, FIRST_ROWS); index += 1) {
    if (FIRST_CASE.test(markAt(index))) return { kind: 'unreadable', why: NOT_BESIDE };
  }
  return kept;
}

const OF_ANOTHER =
  'The result that lies beside this recording belongs to another probe: only the log can be shown.';
const NOT_BESIDE =
  'This is the recording of a probe, or of one case of it, and no result lies beside it: only the log can be shown.';

function rowsOf({ table, patched }: Pick<OpenedSession, 'table' | 'patched'>) {
  return { table, patches: patched.length, patchedIndex: (change: number) => patched.at(change) };
}

/** The title of the other tool's format; undefined for a recording of Tierscope. */
function importedFrom({ format, header }: OpenedRecording): string | undefined {
  return format === 'tierscope' ? importSource(header)?.format : formatTitle(format);
}
