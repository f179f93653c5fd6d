import type { RowPage } from '../../app/contract/commands.ts';
import type { LogState, SessionInfo } from '../../app/contract/session-info.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { OpenedFile, OpenedSession } from '../recording/opened-recording.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { type PagedLog, rowPage } from './row-page.ts';
import type { TabView } from './tab.ts';

/** One session of a recording that was opened from a file. */
export class OpenedTab implements TabView {
  readonly kind = 'opened';
  readonly #session: string;
  readonly #file: OpenedFile;
  readonly #opened: OpenedSession;

  constructor(session: string, file: OpenedFile, opened: OpenedSession) {
    this.#session = session;
    this.#file = file;
    this.#opened = opened;
  }

  get info(): SessionInfo {
    const { record, facts, name, store } = this.#opened;
    return {
      session: this.#session,
      label: record?.label ?? name,
      state: 'recording',
      origin: 'open',
      commandLine: record?.command === undefined ? '' : joinCommandLine(record.command, record.args ?? []),
      cwd: record?.cwd ?? '',
      envNames: record?.env ?? [],
      pid: null,
      startedAt: this.#file.header.startedAt,
      file: store.file,
      server: facts.server,
      protocolVersion: facts.protocolVersion,
      instructions: facts.instructions,
      serverCapabilities: facts.serverCapabilities,
      clientCapabilities: facts.clientCapabilities,
      ending: '',
      exit: '',
      recordingFault: '',
      problems: this.#file.problems,
    };
  }

  get logState(): LogState {
    const { table, counts, dropped } = this.#opened;
    return { session: this.#session, length: table.length, patches: 0, counts, dropped };
  }

  rows(from: number, patchesFrom: number, limit: number): RowPage {
    const log: PagedLog = { table: this.#opened.table, state: this.logState, patchedIndex: () => 0 };
    return rowPage(log, from, patchesFrom, limit);
  }

  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]> {
    return this.#opened.store.readRecords(first, last, limit);
  }

  async close(): Promise<void> {
    await this.#opened.store.close();
  }
}
