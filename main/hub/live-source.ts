import { performance } from 'node:perf_hooks';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { ReRunState } from '../../app/contract/re-run-commands.ts';
import { cacheShownFrame, type KnownRecord } from '../../app/frame/record.ts';
import type { ProjectSettings } from '../../app/session/project/project-file.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import { type FolderProject, NO_FOLDER_PROJECT } from '../profiles/checked-project.ts';
import type { ExportSource } from '../recording/exported-pieces.ts';
import type { RecordStore } from '../recording/record-store.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { LiveSession } from '../session/live-session.ts';
import {
  commandOf,
  type LongText,
  ownValues,
  type RecordBody,
  type ServerSpec,
  type ServerToStart,
  type SessionJournal,
  sessionBody,
} from '../session/record-body.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { LogTexts } from './packed-texts.ts';
import { AnalyzedLog, type SourceEvents, type SourceInfo, TabSource } from './tab-source.ts';

type LiveSourceOptions = ServerToStart & {
  readonly session: string;
  readonly label: string;
  readonly profile?: string | undefined;
  readonly window?: string | undefined;
  readonly project?: FolderProject | undefined;
  readonly startedAt: string;
  readonly events: SourceEvents;
  readonly texts: LogTexts;
  /** Gets the records too; undefined for nowhere. */
  readonly telemetry?: Telemetry | undefined;
  /** Opens the recording; both callbacks may be called at any later time. */
  readonly openStore: (events: {
    onFault(fault: string): void;
    onDropped(count: number, reason: string): void;
    onMoved(sentence: string): void;
  }) => RecordStore;
};

/** At most this many records wait for analysis, so that analyzing them at once is quick. */
const TELEMETRY_MS = 500;
const MAX_UNREAD = 250;
/** The longest wait for analysis, in milliseconds, and the shortest interval between updates to screens. */
const JUDGE_MS = 16;

export class LiveSource extends TabSource implements SessionJournal {
  readonly kind = 'live';
  readonly live: LiveSession;
  readonly store: RecordStore;
  readonly log: AnalyzedLog;
  /** How the server is started, including its environment; never sent to a screen. */
  readonly spec: ServerSpec;
  readonly label: string;
  readonly project: FolderProject;
  /** Resolves when the first handshake is over, even if it failed. */
  started: Promise<void> = Promise.resolve();
  readonly #options: LiveSourceOptions;
  readonly #epoch = performance.now();
  #seq = 0;
  #unread: { readonly record: KnownRecord; readonly envelope: Envelope | undefined }[] = [];
  #isCatchUpDue = false;
  /** True if the analysis has changed the session's facts and the change was not reported yet. */
  #hasNews = false;
  #fault = '';
  #profile: string | undefined;
  readonly #telemetry: Telemetry | undefined;
  #reRun: ReRunState | undefined;

  constructor(options: LiveSourceOptions) {
    super();
    this.#options = options;
    this.spec = options.spec;
    this.label = options.label;
    this.project = options.project ?? NO_FOLDER_PROJECT;
    this.#profile = options.profile;
    this.#telemetry = options.telemetry;
    this.log = new AnalyzedLog(options.session, options.texts, this.project.settings);
    this.store = options.openStore({
      onFault: (fault) => {
        this.#fault = fault;
        this.#changed();
      },
      onDropped: (count, reason) => this.write({ type: 'dropped', count, reason }),
      onMoved: (sentence) => {
        this.write({ type: 'mark', label: sentence });
        this.#changed();
      },
    });
    this.live = new LiveSession({
      spec: options.spec,
      settings: options.settings,
      version: options.version,
      reaper: options.reaper,
      journal: this,
      onStatus: () => this.#changed(),
    });
    this.write(sessionBody(options.spec, options.label, options.settings));
  }

  setProfile(profile: string): void {
    this.#profile = profile;
    this.#changed();
  }

  setReRun(state: ReRunState): void {
    this.#reRun = state;
    this.#changed();
  }

  get about(): SourceInfo {
    const { spec, label } = this;
    const { command, args } = commandOf(spec);
    const { startedAt, window } = this.#options;
    return {
      ...this.log.peers,
      ...this.live.status,
      ...this.live.details,
      kind: 'live',
      label,
      commandLine: joinCommandLine(command, args),
      cwd: spec.cwd,
      envNames: Object.keys(ownValues(spec)),
      startedAt,
      file: this.store.file,
      recordingFault: this.#fault,
      profile: this.#profile,
      window,
      reRun: this.#reRun,
      project: this.project.shown,
    };
  }

  get recorded(): ExportSource {
    return { file: this.store.file, session: this.#options.session };
  }

  override async settle(): Promise<Result<null>> {
    await this.store.settle();
    const { fault } = this.store;
    return fault === '' ? ok(null) : err(fault);
  }

  override setRules(rules: ProjectSettings['rules']): void {
    this.#analyze();
    this.log.analyzer.setRules(rules);
    this.#options.events.grew();
  }

  /** Adds a bookmark at the current time; `about` is the seq of the record it refers to. */
  addBookmark(label: string, about: number | undefined): void {
    this.write({ type: 'mark', label, ...(about === undefined ? {} : { about }) });
  }

  override catchUp(): void {
    this.#analyze();
    if (!this.#hasNews) return;
    this.#hasNews = false;
    this.#options.events.changed();
  }

  override async close(): Promise<void> {
    await this.live.disconnect('the tab was closed');
    const lost = await this.#telemetry?.close(TELEMETRY_MS);
    if (lost) this.write({ type: 'mark', label: lost });
    await this.store.close();
    this.log.close();
  }

  /** Records an event of the session; returns the seq of its record. */
  write(body: RecordBody, envelope?: Envelope, text?: LongText): number {
    this.#seq += 1;
    const at = Math.round((performance.now() - this.#epoch) * 1000) / 1000;
    const record: KnownRecord = { seq: this.#seq, at, session: this.#options.session, ...body };
    if (record.type === 'frame' && text !== undefined) cacheShownFrame(record, text.shown);
    this.store.append(record, text?.encoded);
    this.#telemetry?.take(record);
    this.#unread.push({ record, envelope });
    // Analyzing many records at once costs a third of analyzing them one by one between the steps of a call.
    if (this.#unread.length >= MAX_UNREAD) this.#analyze();
    else if (this.#unread.length === 1) this.#catchUpSoon();
    return this.#seq;
  }

  /** Announces growth only after analysis: a listener may read the log right away. */
  #catchUpSoon(): void {
    this.#options.events.grew();
    if (this.#isCatchUpDue) return;
    this.#isCatchUpDue = true;
    setTimeout(() => {
      this.#isCatchUpDue = false;
      this.catchUp();
    }, JUDGE_MS);
  }

  #analyze(): void {
    if (this.#unread.length === 0) return;
    const unread = this.#unread;
    this.#unread = [];
    for (const { record, envelope } of unread) {
      if (this.log.analyzer.take(record, envelope)) this.#hasNews = true;
    }
  }

  /** A status never reaches a screen before the records that led to it. */
  #changed(): void {
    this.#analyze();
    this.#hasNews = false;
    this.#options.events.changed();
  }
}
