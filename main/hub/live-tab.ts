import { performance } from 'node:perf_hooks';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { RowPage } from '../../app/contract/commands.ts';
import type { SendAgainState } from '../../app/contract/send-again-commands.ts';
import type { LiveInfo, LogState } from '../../app/contract/session-info.ts';
import type { Finding } from '../../app/findings/finding.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { RowTable } from '../../app/frame/row-table.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import type { Envelope } from '../../app/wire/envelope.ts';
import type { ExportSource } from '../recording/export-job.ts';
import type { RecordStore } from '../recording/record-store.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { LiveSession } from '../session/live-session.ts';
import type { ReaperClient } from '../session/reaper-client.ts';
import type { RecordBody } from '../session/record-body.ts';
import type { ServerSpec } from '../session/server-spec.ts';
import type { EventFeed } from './event-feed.ts';
import { rowPage } from './row-page.ts';
import { SessionLog } from './session-log.ts';
import type { TabView } from './tab.ts';
import { toldFacts } from './told-facts.ts';

export type LiveTabOptions = {
  readonly session: string;
  readonly label: string;
  readonly spec: ServerSpec;
  /** What differs from the default settings. */
  readonly settings: SettingsChange;
  /** The profile that it is started from. */
  readonly profile?: string | undefined;
  readonly version: string;
  readonly startedAt: string;
  readonly reaper: ReaperClient;
  readonly feed: EventFeed;
  /** Opens the recording; both callbacks may come at any time later. */
  readonly openStore: (events: {
    onFault(fault: string): void;
    onDropped(count: number, reason: string): void;
  }) => RecordStore;
};

/** A live session with its log and its recording. */
export class LiveTab implements TabView {
  readonly kind = 'live';
  readonly live: LiveSession;
  readonly #log: SessionLog;
  readonly #options: LiveTabOptions;
  readonly #store: RecordStore;
  readonly #epoch = performance.now();
  #seq = 0;
  #unjudged: { readonly record: KnownRecord; readonly envelope: Envelope | undefined }[] = [];
  #started: Promise<void> = Promise.resolve();
  #fault = '';
  #profile: string | undefined;
  #sendAgain: SendAgainState | undefined;

  constructor(options: LiveTabOptions) {
    this.#options = options;
    this.#profile = options.profile;
    this.#log = new SessionLog(options.session);
    this.#store = options.openStore({
      onFault: (fault) => this.#faulted(fault),
      onDropped: (count, reason) => this.#write({ type: 'dropped', count, reason }),
    });
    this.live = new LiveSession({
      spec: options.spec,
      settings: options.settings,
      version: options.version,
      reaper: options.reaper,
      journal: { write: (body, envelope) => this.#write(body, envelope) },
      onStatus: () => this.#changed(),
    });
    this.#announce();
  }

  /** Starts the server; how that goes shows in the status. */
  begin(): void {
    this.#started = this.live.start();
  }

  /** Resolves when the first handshake is over, well or not. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** How the server is started, its environment included: for the host only. */
  get spec(): ServerSpec {
    return this.#options.spec;
  }

  /** Says which profile the session belongs to from now on. */
  belongTo(profile: string): void {
    this.#profile = profile;
    this.#changed();
  }

  /** Says how far a run that sends requests again has come. */
  tellSendAgain(state: SendAgainState): void {
    this.#sendAgain = state;
    this.#changed();
  }

  get info(): LiveInfo {
    const { session, label, spec, startedAt } = this.#options;
    const { facts, fingerprints } = this.#judged.judgement;
    return {
      ...this.live.status,
      ...this.live.details,
      session,
      label,
      kind: 'live',
      commandLine: joinCommandLine(spec.command, spec.args),
      cwd: spec.cwd,
      envNames: Object.keys(spec.env),
      startedAt,
      file: this.#store.file,
      ...toldFacts(facts, fingerprints),
      recordingFault: this.#fault,
      profile: this.#profile,
      sendAgain: this.#sendAgain,
    };
  }

  get table(): RowTable {
    return this.#judged.table;
  }

  get logState(): LogState {
    return this.#judged.state;
  }

  rows(from: number, patchesFrom: number, limit: number): RowPage {
    return rowPage(this.#judged, from, patchesFrom, limit);
  }

  records(first: number, last: number, limit: number): Promise<readonly KnownRecord[]> {
    return this.#store.readRecords(first, last, limit);
  }

  async exportSource(): Promise<Result<ExportSource>> {
    await this.#store.settle();
    const { file, fault } = this.#store;
    return fault === '' ? ok({ file, session: this.#options.session }) : err(fault);
  }

  findings(from: number, limit: number): readonly Finding[] {
    return this.#judged.judgement.findings.slice(from, from + limit);
  }

  /** Sets a mark now; `about` is the seq of what it is a note on. */
  mark(label: string, about: number | undefined): void {
    this.#write({ type: 'mark', label, ...(about === undefined ? {} : { about }) });
  }

  async close(): Promise<void> {
    await this.live.disconnect('the tab was closed');
    await this.live.end();
    await this.#store.close();
  }

  #announce(): void {
    const { label, spec } = this.#options;
    this.#write({
      type: 'session',
      label,
      origin: 'connect',
      command: spec.command,
      args: [...spec.args],
      cwd: spec.cwd,
      env: Object.keys(spec.env),
    });
  }

  #write(body: RecordBody, envelope?: Envelope): number {
    this.#seq += 1;
    const at = Math.round((performance.now() - this.#epoch) * 1000) / 1000;
    const record: KnownRecord = { seq: this.#seq, at, session: this.#options.session, ...body };
    this.#store.append(record);
    // Judging waits until the traffic of the moment has passed: no call is slower for it.
    if (this.#unjudged.push({ record, envelope }) === 1) setImmediate(() => this.#judge());
    return this.#seq;
  }

  #judge(): void {
    if (this.#unjudged.length === 0) return;
    const unjudged = this.#unjudged;
    this.#unjudged = [];
    let changed = false;
    for (const { record, envelope } of unjudged) {
      if (this.#log.ingest(record, envelope)) changed = true;
    }
    if (changed) this.#changed();
    this.#options.feed.logGrew(this.#options.session, () => this.logState);
  }

  /** The log with every record judged that was written so far. */
  get #judged(): SessionLog {
    this.#judge();
    return this.#log;
  }

  #faulted(fault: string): void {
    this.#fault = fault;
    this.#changed();
  }

  #changed(): void {
    this.#options.feed.sessionChanged(this.info);
  }
}
