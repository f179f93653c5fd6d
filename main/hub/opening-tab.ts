import { basename } from 'node:path';
import { err, type Result } from '../../app/base/result.ts';
import type { RowPage } from '../../app/contract/commands.ts';
import type { FileInfo, LogState } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { importSource } from '../../app/recording/import/import-header.ts';
import { NO_ENDING } from '../../app/recording/session-ending.ts';
import { SessionFacts } from '../../app/recording/session-facts.ts';
import type { ExportSource } from '../recording/export-job.ts';
import type { OpenProgress } from '../recording/opened-recording.ts';
import { OpenedStore } from '../recording/opened-store.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { rowPage } from './row-page.ts';
import type { TabView } from './tab.ts';
import { toldFacts } from './told-facts.ts';

type SessionRead = OpenProgress['sessions'][number];

/** One session of a large file that is still being read: its rows so far can be seen. */
export class OpeningTab implements TabView {
  readonly kind = 'opening';
  readonly #session: string;
  readonly #path: string;
  readonly #onClose: () => void;
  #file: OpenProgress;
  #read: SessionRead;

  /** `onClose` hears that the tab was closed, which ends the reading with its last tab. */
  constructor(session: string, path: string, file: OpenProgress, read: SessionRead, onClose: () => void) {
    this.#session = session;
    this.#path = path;
    this.#onClose = onClose;
    this.#file = file;
    this.#read = read;
  }

  /** Takes what is read by now. */
  take(file: OpenProgress, read: SessionRead): void {
    this.#file = file;
    this.#read = read;
  }

  get info(): FileInfo {
    const { header, bytesRead, bytesTotal } = this.#file;
    const { record, name } = this.#read;
    const source = importSource(header);
    return {
      session: this.#session,
      label: record?.label ?? name,
      kind: 'file',
      state: 'file',
      commandLine: record?.command === undefined ? '' : joinCommandLine(record.command, record.args ?? []),
      cwd: record?.cwd ?? '',
      envNames: record?.env ?? [],
      startedAt: header.startedAt,
      file: this.#path,
      ...toldFacts(new SessionFacts().snapshot(), { guesses: [], layers: {} }),
      ...NO_ENDING,
      problems: [],
      notes: [],
      format: source?.format,
      opening: { bytesRead, bytesTotal },
    };
  }

  get table(): RowTable {
    return this.#read.table;
  }

  get logState(): LogState {
    const { table, patched, counts, dropped } = this.#read;
    const { length } = table;
    return { session: this.#session, length, patches: patched.length, counts, dropped, findings: 0 };
  }

  rows(from: number, patchesFrom: number, limit: number): RowPage {
    const { table, patched } = this.#read;
    const log = { table, state: this.logState, patchedIndex: (change: number) => patched.at(change) };
    return rowPage(log, from, patchesFrom, limit);
  }

  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]> {
    const { file, header } = this.#file;
    return new OpenedStore(file, this.#read.index, header.version).readRecords(first, last, limit);
  }

  /** The recording that the records are read from: of another tool's file its copy. */
  get recording(): string {
    return this.#file.file;
  }

  async exportSource(): Promise<Result<ExportSource>> {
    return this.refusal;
  }

  /** Why nothing is made of a session of which a part is missing. */
  get refusal(): Result<never> {
    return err(`${basename(this.#path)} is still being opened. Wait until all of it is read.`);
  }

  findings(): readonly Finding[] {
    return [];
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}
