import { ok, type Result } from '../../app/base/result.ts';
import type { KnownRecord, SessionRecord } from '../../app/frame/record.ts';
import type { ProjectSettings } from '../../app/project/project-file.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import type { ExportSource } from '../recording/export-job.ts';
import { FollowedFile } from '../recording/followed-file.ts';
import { FileStore } from '../recording/record-store.ts';
import { startOf } from '../session/recorded-start.ts';
import { isAlive } from '../system/is-alive.ts';
import { TAPPED_SESSION } from '../tap/tap-recording.ts';
import type { RunningTap } from '../tap/tap-registry.ts';
import type { LogTexts } from './packed-texts.ts';
import { AnalysedLog } from './session-log.ts';
import type { PeerFacts, SourceEvents, SourceInfo, TabSource } from './tab-source.ts';
import { TapAnswers } from './tap-answers.ts';

/** How often the growing file is read, in milliseconds. */
const READ_EVERY_MS = 100;

/** The traffic of a tap in front of an agent's server, shown as it happens; its answers can be held, nothing sent. */
export class TappedSource implements TabSource {
  readonly kind = 'tapped';
  readonly log: AnalysedLog;
  readonly store: FileStore;
  readonly recorded: ExportSource;
  readonly answers: TapAnswers;
  readonly project: FolderProject;
  readonly #tap: RunningTap;
  readonly #events: SourceEvents;
  readonly #file: FollowedFile;
  readonly #timer: NodeJS.Timeout;
  #record: SessionRecord | undefined;
  #over = false;

  constructor(tap: RunningTap, events: SourceEvents, texts: LogTexts, project: FolderProject) {
    this.project = project;
    this.#tap = tap;
    this.#events = events;
    this.recorded = { file: tap.file, session: TAPPED_SESSION };
    this.answers = new TapAnswers(tap.control, () => events.changed());
    this.log = new AnalysedLog(TAPPED_SESSION, texts, project.settings);
    this.#file = new FollowedFile(tap.file, (record) => this.#take(record));
    this.store = new FileStore(tap.file, this.#file.index, FORMAT_VERSION);
    this.#timer = setInterval(() => void this.#read(), READ_EVERY_MS);
    this.#timer.unref();
  }

  get about(): SourceInfo {
    const { header, problems } = this.#file.reader;
    const { problem } = this.#file;
    return {
      kind: 'tapped',
      label: this.#tap.label,
      state: this.#over ? 'closed' : 'ready',
      ...startOf(this.#record),
      pid: this.#over ? null : this.#tap.pid,
      control: this.#over ? null : this.answers.state,
      startedAt: header.startedAt,
      file: this.#tap.file,
      project: this.project.shown,
      ending: this.#endingSentence(),
      exit: this.log.analysis.ending.exit,
      problems: problem === '' ? problems : [{ line: 0, message: problem }, ...problems],
    };
  }

  get peers(): PeerFacts {
    return this.log.peers;
  }

  setRules(rules: ProjectSettings['rules']): void {
    this.log.setRules(rules);
    this.#events.grew();
  }

  catchUp(): void {
    // Every record is analysed as it is read.
  }

  async settle(): Promise<Result<null>> {
    return ok(null);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.answers.close();
    await this.#file.close();
    this.log.close();
  }

  #endingSentence(): string {
    const { ending } = this.log.analysis.ending;
    if (ending !== '' || !this.#over) return ending;
    return 'The tap has ended: its agent closed the connection.';
  }

  async #read(): Promise<void> {
    const alive = isAlive(this.#tap.pid);
    const before = this.#file.problem;
    // The file may not be there yet, and after a tap is gone there is nothing more to wait for.
    await this.#file.catchUp().catch(() => undefined);
    if (this.#file.problem !== before) this.#events.changed();
    if (alive || this.#over) return;
    this.#over = true;
    void this.answers.close();
    clearInterval(this.#timer);
    this.#events.changed();
  }

  #take(record: KnownRecord): void {
    if (record.type === 'session') this.#record = record;
    const changed = this.log.take(record);
    if (changed || record.type === 'session') this.#events.changed();
    this.#events.grew();
  }
}
