import { ok, type Result } from '../../app/base/result.ts';
import type { RowPage } from '../../app/contract/commands.ts';
import type { FileInfo, LogState } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import { importSource } from '../../app/recording/import/import-header.ts';
import type { ExportSource } from '../recording/export-job.ts';
import type { MarkedCopy } from '../recording/marked-copy.ts';
import type { OpenedFile, OpenedSession } from '../recording/opened-recording.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { rowPage } from './row-page.ts';
import type { TabView } from './tab.ts';
import { toldFacts } from './told-facts.ts';

/** One session of a recording that was opened from a file. */
export class OpenedTab implements TabView {
  readonly kind = 'opened';
  readonly copy: MarkedCopy | undefined;
  readonly #session: string;
  readonly #file: OpenedFile;
  readonly #opened: OpenedSession;

  /** `copy` keeps the marks of a file that cannot take them. */
  constructor(session: string, file: OpenedFile, opened: OpenedSession, copy?: MarkedCopy) {
    this.#session = session;
    this.#file = file;
    this.#opened = opened;
    this.copy = copy;
  }

  get info(): FileInfo {
    const { record, facts, vocabulary, name } = this.#opened;
    return {
      session: this.#session,
      label: record?.label ?? name,
      kind: 'file',
      state: 'file',
      commandLine: record?.command === undefined ? '' : joinCommandLine(record.command, record.args ?? []),
      cwd: record?.cwd ?? '',
      envNames: record?.env ?? [],
      startedAt: this.#file.header.startedAt,
      file: this.#file.path,
      ...toldFacts(facts, vocabulary),
      ...this.#opened.ending,
      problems: this.#file.problems,
      notes: this.#file.notes,
      format: importedFrom(this.#file),
      markedCopy: this.copy?.path,
    };
  }

  get table(): RowTable {
    return this.#opened.table;
  }

  get logState(): LogState {
    const { table, patched, counts, dropped, findings } = this.#opened;
    const { length } = table;
    const patches = patched.length;
    return { session: this.#session, length, patches, counts, dropped, findings: findings.length };
  }

  rows(from: number, patchesFrom: number, limit: number): RowPage {
    const { table, patched } = this.#opened;
    const log = { table, state: this.logState, patchedIndex: (change: number) => patched.at(change) };
    return rowPage(log, from, patchesFrom, limit);
  }

  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]> {
    return this.#opened.store.readRecords(first, last, limit);
  }

  /** The file with all of its sessions. */
  get opened(): OpenedFile {
    return this.#file;
  }

  async exportSource(): Promise<Result<ExportSource>> {
    return ok({ file: this.#opened.store.file, session: this.#opened.name });
  }

  findings(from: number, limit: number): readonly Finding[] {
    return this.#opened.findings.slice(from, from + limit);
  }

  async close(): Promise<void> {
    await this.#opened.store.close();
  }
}

/** The title of the other tool's format; undefined for what Tierscope recorded itself. */
function importedFrom({ format, header }: OpenedFile): string | undefined {
  return format === 'tierscope' ? importSource(header)?.format : formatTitle(format);
}
