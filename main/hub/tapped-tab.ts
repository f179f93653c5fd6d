import { ok, type Result } from '../../app/base/result.ts';
import type { RowPage } from '../../app/contract/commands.ts';
import type { LogState, TappedInfo } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { KnownRecord, SessionRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import { SessionEndingReader } from '../../app/recording/session-ending.ts';
import { FORMAT_VERSION } from '../../app/recording/upgrade.ts';
import type { ExportSource } from '../recording/export-job.ts';
import { FollowedFile } from '../recording/followed-file.ts';
import { OpenedStore } from '../recording/opened-store.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { TAPPED_SESSION } from '../tap/tap-recording.ts';
import { isAlive, type RunningTap } from '../tap/tap-registry.ts';
import type { EventFeed } from './event-feed.ts';
import { rowPage } from './row-page.ts';
import { SessionLog } from './session-log.ts';
import type { TabView } from './tab.ts';
import { toldFacts } from './told-facts.ts';

/** How often the growing file is read, in milliseconds. */
const READ_EVERY_MS = 100;

/** The traffic of a tap in front of an agent's server, shown as it happens; nothing can be sent. */
export class TappedTab implements TabView {
  readonly kind = 'tapped';
  readonly #session: string;
  readonly #tap: RunningTap;
  readonly #feed: EventFeed;
  readonly #log: SessionLog;
  readonly #file: FollowedFile;
  readonly #store: OpenedStore;
  readonly #timer: NodeJS.Timeout;
  #record: SessionRecord | undefined;
  readonly #ending = new SessionEndingReader();
  #over = false;

  constructor(session: string, tap: RunningTap, feed: EventFeed) {
    this.#session = session;
    this.#tap = tap;
    this.#feed = feed;
    this.#log = new SessionLog(session, TAPPED_SESSION);
    this.#file = new FollowedFile(tap.file, (record) => this.#take(record));
    this.#store = new OpenedStore(tap.file, this.#file.index, FORMAT_VERSION);
    this.#timer = setInterval(() => void this.#read(), READ_EVERY_MS);
    this.#timer.unref();
  }

  get info(): TappedInfo {
    const { facts, fingerprints } = this.#log.judgement;
    const command = this.#record?.command;
    return {
      session: this.#session,
      label: this.#tap.label,
      state: this.#over ? 'closed' : 'ready',
      kind: 'tapped',
      commandLine: command === undefined ? '' : joinCommandLine(command, this.#record?.args ?? []),
      cwd: this.#record?.cwd ?? '',
      envNames: this.#record?.env ?? [],
      pid: this.#over ? null : this.#tap.pid,
      startedAt: this.#file.reader.header.startedAt,
      file: this.#tap.file,
      ...toldFacts(facts, fingerprints),
      ending: this.#endingWords(),
      exit: this.#ending.ending.exit,
      problems: this.#file.reader.problems,
    };
  }

  get table(): RowTable {
    return this.#log.table;
  }

  get logState(): LogState {
    return this.#log.state;
  }

  rows(from: number, patchesFrom: number, limit: number): RowPage {
    return rowPage(this.#log, from, patchesFrom, limit);
  }

  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]> {
    return this.#store.readRecords(first, last, limit);
  }

  async exportSource(): Promise<Result<ExportSource>> {
    return ok({ file: this.#tap.file, session: TAPPED_SESSION });
  }

  findings(from: number, limit: number): readonly Finding[] {
    return this.#log.judgement.findings.slice(from, from + limit);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#file.close();
  }

  #endingWords(): string {
    const { ending } = this.#ending.ending;
    if (ending !== '' || !this.#over) return ending;
    return 'The tap has ended: its agent closed the connection.';
  }

  async #read(): Promise<void> {
    const alive = isAlive(this.#tap.pid);
    // The file may not be there yet, and after a tap is gone there is nothing more to wait for.
    await this.#file.catchUp().catch(() => undefined);
    if (alive || this.#over) return;
    this.#over = true;
    clearInterval(this.#timer);
    this.#feed.sessionChanged(this.info);
  }

  #take(record: KnownRecord): void {
    if (record.type === 'session') this.#record = record;
    const ended = this.#ending.ingest(record);
    const changed = this.#log.ingest(record) || ended;
    if (changed || record.type === 'session') this.#feed.sessionChanged(this.info);
    this.#feed.logGrew(this.#session, () => this.logState);
  }
}
