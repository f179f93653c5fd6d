import { err, type Result } from '../../app/base/result.ts';
import { type ControlState, NOTHING_CONTROLLED } from '../../app/contract/answer-control.ts';
import type { KnownRecord, SessionRecord } from '../../app/frame/record.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import type { ExportSource } from '../recording/exported-pieces.ts';
import { FollowedFile } from '../recording/followed-file.ts';
import { FileStore } from '../recording/record-store.ts';
import { startOf } from '../session/command-line.ts';
import { isAlive } from '../system/is-alive.ts';
import { type ControlAddress, type ControlFunctions, ControlLink } from '../tap/control-link.ts';
import { TAPPED_SESSION } from '../tap/tap-recording.ts';
import type { RunningTap } from '../tap/tap-registry.ts';
import type { LogTexts } from './packed-texts.ts';
import { AnalyzedLog, type SourceEvents, type SourceInfo, TabSource } from './tab-source.ts';

/** This app's control over the answers of a tapped server. It connects to the tap with the first command. */
class TapAnswers {
  readonly #address: ControlAddress | undefined;
  readonly #onChange: () => void;
  #state: ControlState = NOTHING_CONTROLLED;
  #link: Promise<Result<ControlLink>> | undefined;
  #isClosed = false;

  /** `onChange` is called when {@link state} changes. */
  constructor(address: ControlAddress | undefined, onChange: () => void) {
    this.#address = address;
    this.#onChange = onChange;
  }

  /** Null if the tap accepts no commands. */
  get state(): ControlState | null {
    return this.#address === undefined || this.#isClosed ? null : this.#state;
  }

  /** Closes the connection, so that the tap releases everything; later commands fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await this.#link;
    if (link?.ok) link.value.close();
  }

  async call<Name extends keyof ControlFunctions>(
    name: Name,
    ...args: Parameters<ControlFunctions[Name]>
  ): Promise<ReturnType<ControlFunctions[Name]> | Result<never>> {
    const link = await this.#linked();
    return link.ok ? link.value.call(name, ...args) : link;
  }

  async #linked(): Promise<Result<ControlLink>> {
    if (this.#isClosed) return err('The tap has ended: no answer will come any more.');
    if (this.#address === undefined) return err(NO_CHANNEL);
    this.#link ??= ControlLink.open(this.#address, {
      onState: (state) => this.#become(state),
      onGone: () => {
        this.#link = undefined;
        this.#become(NOTHING_CONTROLLED);
      },
    });
    const opened = await this.#link;
    if (!opened.ok) this.#link = undefined;
    else if (this.#isClosed) opened.value.close();
    return opened;
  }

  #become(state: ControlState): void {
    this.#state = state;
    this.#onChange();
  }
}

const NO_CHANNEL =
  'This tap takes no orders: it is older than this app, or it could not open its channel beside the recording.';

/** How often the growing file is read, in milliseconds. */
const READ_EVERY_MS = 100;

/** The live traffic of a tap in front of an agent's server; its answers can be held, but nothing can be sent. */
export class TappedSource extends TabSource {
  readonly kind = 'tapped';
  readonly log: AnalyzedLog;
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
    super();
    this.project = project;
    this.#tap = tap;
    this.#events = events;
    const { session = TAPPED_SESSION } = tap;
    this.recorded = { file: tap.file, session };
    this.answers = new TapAnswers(tap.control, () => events.changed());
    this.log = new AnalyzedLog(session, texts, project.settings);
    this.#file = new FollowedFile(tap.file, (record) => this.#take(record));
    this.store = new FileStore(tap.file, this.#file.index, FORMAT_VERSION);
    this.#timer = setInterval(() => void this.#read(), READ_EVERY_MS);
    this.#timer.unref();
  }

  get about(): SourceInfo {
    const { header, problems } = this.#file.reader;
    const { problem } = this.#file;
    return {
      ...this.log.peers,
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

  override setRules(rules: ProjectSettings['rules']): void {
    this.log.analyzer.setRules(rules);
    this.#events.grew();
  }

  override async close(): Promise<void> {
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
    // The file may not exist yet; once the tap is gone there is nothing more to wait for.
    await this.#file.catchUp().catch(() => undefined);
    if (this.#file.problem !== before) this.#events.changed();
    if (alive || this.#over) return;
    this.#over = true;
    void this.answers.close();
    clearInterval(this.#timer);
    this.#events.changed();
  }

  #take(record: KnownRecord): void {
    if ('session' in record && record.session !== this.recorded.session) return;
    if (record.type === 'session') this.#record = record;
    const changed = this.log.analyzer.take(record);
    if (changed || record.type === 'session') this.#events.changed();
    this.#events.grew();
  }
}
