import { err, ok, type Result } from '../../app/base/result.ts';
import type { CallEnd, ListEnd } from '../../app/contract/commands.ts';
import type { LiveInfo, WatchedRestart } from '../../app/contract/session-info.ts';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import { withCapabilities } from '../../app/protocol/client-capabilities.ts';
import type { ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  type SettingsChange,
  settingsChanges,
  withSettings,
} from '../../app/protocol/session-settings.ts';
import type { HttpEdit } from '../../app/requests/raw-editor/http-edit.ts';
import { type CallLimitsGiven, limitsOf } from './call-context.ts';
import { ChangeWatch } from './change-watch.ts';
import { Handshake, type HandshakeEnd } from './handshake.ts';
import type { HttpNumbers } from './http-wire.ts';
import {
  type ClientCall,
  type ListKind,
  LogLevelMemory,
  levelIn,
  listAll,
  type Params,
} from './protocol-client.ts';
import type { ServerToStart, SessionJournal } from './record-body.ts';
import type { ServerLink } from './server-link.ts';
import { ServerNews } from './server-news.ts';
import { ServerRequestService } from './server-request-service.ts';
import { httpNumbers, openLink } from './server-run.ts';
import { IDLE, type LiveStatus, nextPhase, type PhaseEvent, type SessionPhase } from './session-phase.ts';

const KNOWN_TO_DIE = 'The server ended when it was asked server/discover before, so it was not asked again.';
const NOT_CONNECTED = 'The session is not connected. Restart it first.';
/** The minimum interval between reports of server requests and notifications, in milliseconds. */
const NEWS_EVERY_MS = 16;
const MAX_OF_A_DEFECT = 300;
const STILL_STARTING = 'The session is still shaking hands. Wait until it is ready.';

type LiveSessionOptions = Omit<ServerToStart, 'settings'> & {
  readonly journal: SessionJournal;
  readonly settings?: SettingsChange | undefined;
  /** Shared if other sessions write to the same journal. */
  readonly numbers?: HttpNumbers | undefined;
  /** Called with each new status, and on every change of the details. */
  readonly onStatus: (status: LiveStatus) => void;
};

/** The changes of a `restart`; a revision and an era also apply to later starts. */
type RestartChange = {
  readonly era?: SessionSettings['era'] | undefined;
  readonly revision?: string | undefined;
  /** Declared in addition to the current capabilities. */
  readonly capabilities?: Params | undefined;
};

type Attempt = {
  readonly unprobed: string;
  /** The same for restarts after file changes. */
  readonly unprobedLater: string;
  /** The records of the probe that ended the previous process, and that exit as text. */
  readonly frames: readonly number[];
  readonly firstExit: string;
};

/** One session with one server: its processes, its settings, and the official client on top. */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  readonly #requests: ServerRequestService;
  readonly #watch: ChangeWatch;
  readonly #logLevel = new LogLevelMemory();
  #phase: SessionPhase = IDLE;
  #settings: SessionSettings;
  #news = new ServerNews();
  #newsTimer: NodeJS.Timeout | undefined;
  #moreNews = false;
  readonly #numbers: HttpNumbers;
  #lastCall: (() => Promise<CallEnd>) | undefined;
  #restarted: WatchedRestart | undefined;
  /** The URIs to resubscribe after a restart. */
  #wanted: readonly string[] = [];

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#settings = withSettings(DEFAULT_SETTINGS, options.settings ?? {});
    this.#numbers = options.numbers ?? httpNumbers(options.spec);
    this.#requests = new ServerRequestService(
      () => this.#settings,
      () => this.#changedOften(),
    );
    this.#watch = new ChangeWatch(options.spec.cwd, {
      changed: (file) => void this.#fileChanged(file),
      missing: (path) => options.journal.write({ type: 'mark', label: `not watched: there is no ${path}` }),
    });
  }

  get status(): LiveStatus {
    return this.#phase.status;
  }

  /** What is shown of the session besides its status. */
  get details() {
    const { subscriptions = [], followedTasks = [] } = this.#phase.kind === 'ready' ? this.#phase.client : {};
    const { suggestions, changes, completed: completedElicitations } = this.#news;
    const { open: serverRequests, cancelled: cancelledServerRequests } = this.#requests;
    const http = this.#phase.kind === 'idle' ? undefined : this.#phase.run.http;
    return {
      settings: this.#settings,
      http,
      serverRequests,
      cancelledServerRequests,
      completedElicitations,
      restarted: this.#restarted,
      suggestions,
      changes,
      subscriptions,
      followedTasks,
      ...this.#logLevel.reported,
    } satisfies Partial<LiveInfo>;
  }

  /**
   * Starts the server and performs the handshake; resolves when the session is ready or has failed. `unprobed` is the
   * reason, as a sentence, for beginning with `initialize`, after which no server has to be started again.
   */
  start(unprobed = ''): Promise<void> {
    return this.#start(this.#leave(''), unprobed);
  }

  /** Ends the connection and the server's whole process tree; resolves when the log shows it. */
  async disconnect(reason: string): Promise<void> {
    // File changes must not restart a session that its user ended.
    this.#watch.set([], 0);
    this.#leave(reason);
    // A restart may already be ending it, or its exit may be under way: the log is complete only after that.
    await this.#ended();
  }

  async restart(change: RestartChange = {}): Promise<void> {
    await this.#restart(change, 'restarted by the user', '');
  }

  /** Changes settings; `SessionSettings` documents when each takes effect. */
  configure(change: SettingsChange): void {
    const before = this.#settings;
    this.#settings = withSettings(before, change);
    const changes = settingsChanges(before, this.#settings);
    if (changes.length > 0) {
      this.#options.journal.write({ type: 'mark', label: `settings: ${changes.join('; ')}` });
    }
    const phase = this.#phase;
    if (change.roots !== undefined && phase.kind === 'ready') {
      void phase.client.rootsChanged().catch(() => undefined);
    }
    // A session that its user ended watches files again after its next start.
    if (phase.kind !== 'closed') this.#watch.set(this.#settings.watch, this.#settings.watchDebounceMs);
    this.#changed();
  }

  listAll(what: ListKind): Promise<ListEnd> {
    return this.#phase.kind === 'ready'
      ? listAll(this.#phase.client, what, limitsOf(this.#settings))
      : Promise.resolve({ items: [], pages: 0, failure: NOT_CONNECTED });
  }

  /** Runs a client call; omitted limits are those of the session. */
  async call(call: ClientCall, given: CallLimitsGiven = {}): Promise<CallEnd> {
    if (call.kind === 'tool') this.#lastCall = () => this.call(call, given);
    const phase = this.#phase;
    if (phase.kind !== 'ready') {
      const failure = phase.status.state === 'starting' ? STILL_STARTING : NOT_CONNECTED;
      return { requestSeq: 0, result: null, failure };
    }
    const end = await phase.client.call(call, limitsOf(this.#settings, given));
    const level = levelIn(call);
    // A level applies once the server has accepted it.
    if (end.failure === '' && level !== '') {
      this.#logLevel.set(level);
      this.#changed();
    }
    return end;
  }

  /** Cancels a call, or closes a raw HTTP request; false if it is over. */
  cancel(requestSeq: number): boolean {
    const isCall = this.#phase.kind === 'ready' && this.#phase.client.cancel(requestSeq);
    return isCall || (this.link?.endRaw?.(requestSeq) ?? false);
  }

  /** Answers an open request of the server; false if it is no longer open. */
  answer(requestId: string, answer: ServerRequestAnswer): boolean {
    return this.#requests.answer(requestId, answer);
  }

  /** Writes bytes as they are, as a line or several; gives the seq of the first. Needs no handshake. */
  sendRaw(bytes: Uint8Array, http?: HttpEdit): Result<number> {
    const seq = http === undefined ? this.link?.sendRaw(bytes) : this.link?.sendHttp?.(bytes, http).seq;
    return seq === undefined ? err(NOT_CONNECTED) : ok(seq);
  }

  /** The connection to the server while it stands; undefined else. */
  get link(): ServerLink | undefined {
    const phase = this.#phase;
    return phase.kind !== 'idle' && phase.kind !== 'leaving' && phase.run.running ? phase.run : undefined;
  }

  async #start(generation: number, unprobed: string): Promise<void> {
    this.#watch.set(this.#settings.watch, this.#settings.watchDebounceMs);
    let attempt: Attempt = { unprobed, unprobedLater: unprobed, frames: [], firstExit: '' };
    for (;;) {
      const run = this.#newRun(generation, attempt);
      if (run === undefined) return;
      await run.started();
      const end = await this.#shakeHands(run, attempt);
      if (end?.kind !== 'restart') return this.#shaken(run, end);
      if (!this.#isStarting(run)) return;
      attempt = {
        unprobed: end.reason,
        unprobedLater: KNOWN_TO_DIE,
        frames: end.frames,
        firstExit: run.exit?.how ?? '',
      };
      this.#options.journal.write({ type: 'mark', label: `restarted: ${end.reason}` });
    }
  }

  /** Starts a process unless its generation is outdated. */
  #newRun(generation: number, { unprobedLater: unprobed, firstExit }: Attempt): ServerLink | undefined {
    if (this.#hasGoneOn(generation)) return undefined;
    this.#news = new ServerNews(this.#news.changes);
    this.#logLevel.restarted();
    const place = { ...this.#options, settings: this.#settings, numbers: this.#numbers };
    const run: ServerLink = openLink(place, {
      spawned: (pid) => this.#apply({ kind: 'spawned', run, pid }),
      spawnFailed: (message) => this.#apply({ kind: 'spawn-failed', run, message }),
      stdoutClosed: () => {
        if (this.#apply({ kind: 'stdout-closed', run })) run.disconnect('the server closed its stdout');
      },
      exited: (exit) => this.#apply({ kind: 'exited', run, exit }),
      message: (envelope) => {
        const strays = this.#strayed(run);
        if (this.#news.take(envelope) || strays) this.#changedOften();
      },
      changed: () => this.#changedOften(),
      gone: (lost) => this.#sessionGone(run, lost),
      defect: (error) => this.#defect(run, error),
    });
    this.#apply({ kind: 'started', generation, run, unprobed, firstExit });
    return run;
  }

  #defect(run: ServerLink, error: unknown): void {
    const message = String(error).slice(0, MAX_OF_A_DEFECT);
    const { journal } = this.#options;
    journal.write({ type: 'client', event: 'closed', message: `a defect of Tierscope: ${message}` });
    this.#apply({ kind: 'defect', run, error: message });
    run.disconnect('a defect of Tierscope ended the session');
    void run.end();
  }

  /** An expired session needs another `initialize` (2025-11-25, basic/transports, "Session Management" 4). */
  #sessionGone(run: ServerLink, lost: LostAnswer): void {
    if (!this.#apply({ kind: 'gone', run, lost }) || !this.#settings.renewsSession) return;
    this.#options.journal.write({ type: 'mark', label: 'initialized again: the session was gone' });
    void this.#restart({}, 'the session was gone', '');
  }

  /** Undefined if the start was superseded before anything was sent. */
  async #shakeHands(run: ServerLink, { unprobed, frames }: Attempt): Promise<HandshakeEnd | undefined> {
    if (!this.#isStarting(run) || run.exit !== undefined) return undefined;
    const { version, journal } = this.#options;
    const handshake = new Handshake({
      version,
      run,
      journal,
      settings: this.#settings,
      requests: this.#requests,
      unprobed,
      frames,
      onEra: (era, reason, eraFrames) => this.#apply({ kind: 'era', run, era, reason, frames: eraFrames }),
      onSubscriptions: () => this.#subscribed(),
    });
    return handshake.run();
  }

  async #shaken(run: ServerLink, end: Exclude<HandshakeEnd, { kind: 'restart' }> | undefined): Promise<void> {
    if (run.exit !== undefined) {
      this.#apply({ kind: 'exited-early', run, exit: run.exit });
    } else if (end?.kind === 'ready') {
      if (!this.#isStarting(run)) return;
      this.#news.shaken();
      if (end.lateRevision !== '') this.#news.suggestReconnect(end.lateRevision);
      this.#apply({ kind: 'ready', run, client: end.client });
      for (const uri of this.#wanted) void this.call({ kind: 'subscribe', uri });
    } else if (end?.kind === 'failed') {
      const stderr = run.lastStderr.lines;
      if (this.#apply({ ...end, kind: 'refused', run, stderr })) await run.end();
    }
  }

  /** True if another stray line arrived before the end of the handshake. */
  #strayed(run: ServerLink): boolean {
    const { stray } = run;
    if (stray === null || stray === this.#phase.status.stray || !this.#isStarting(run)) return false;
    this.#phase = nextPhase(this.#phase, { kind: 'strayed', run, stray });
    return true;
  }

  /** Restarts unless superseded by then; returns the generation of the restart. */
  async #restart(change: RestartChange, reason: string, unprobed: string): Promise<number> {
    const { era, revision, capabilities } = change;
    const declared = this.#settings.capabilities;
    this.configure({
      // The suggested revision of a -32022 must not conflict with an era set earlier.
      era: era ?? (revision === undefined ? undefined : 'auto'),
      revision: revision ?? (era === undefined ? undefined : ''),
      capabilities: capabilities === undefined ? undefined : withCapabilities(declared, capabilities),
    });
    const generation = this.#leave(reason);
    await this.#ended();
    if (!this.#hasGoneOn(generation)) await this.#start(generation, unprobed);
    return generation;
  }

  async #fileChanged(file: string): Promise<void> {
    const again = this.#settings.repeatLastCall ? this.#lastCall : undefined;
    this.#options.journal.write({ type: 'mark', label: `restarted: ${file} changed` });
    const generation = await this.#restart({}, `${file} changed`, this.#phase.unprobed);
    const end = this.#hasGoneOn(generation) || this.#phase.kind !== 'ready' ? undefined : await again?.();
    if (this.#hasGoneOn(generation)) return;
    const number = (this.#restarted?.number ?? 0) + 1;
    this.#restarted = { number, callSeq: end?.answerSeq ?? end?.requestSeq ?? 0 };
    this.#changed();
  }

  #hasGoneOn(generation: number): boolean {
    return generation !== this.#phase.generation;
  }

  /** Starts a new generation and abandons the current one. A nonempty reason goes into the log. */
  #leave(reason: string): number {
    const phase = this.#phase;
    const run = phase.kind === 'idle' ? undefined : phase.run;
    const isRunning = run?.running === true;
    if (isRunning && phase.kind !== 'leaving' && reason !== '') {
      this.#options.journal.write({ type: 'client', event: 'closed', message: reason });
    }
    this.#apply({ kind: 'left', isRunning, exit: run?.exit });
    return this.#phase.generation;
  }

  async #ended(): Promise<void> {
    if (this.#phase.kind !== 'idle') await this.#phase.run.end();
  }

  /** A new process does not know earlier subscriptions (2026-07-28, subscriptions.mdx). */
  #subscribed(): void {
    if (this.#phase.kind === 'ready') this.#wanted = this.#phase.client.subscriptions;
    this.#changed();
  }

  #isStarting(run: ServerLink): boolean {
    return this.#phase.kind === 'starting' && this.#phase.run === run;
  }

  /** Enters the next phase; false if the event comes too late. */
  #apply(event: PhaseEvent): boolean {
    const next = nextPhase(this.#phase, event);
    if (next === this.#phase) return false;
    this.#phase = next;
    this.#changed();
    return true;
  }

  #changed(): void {
    this.#moreNews = false;
    this.#options.onStatus(this.#phase.status);
  }

  /** For events that a server can cause thousands of times a second: reports the first at once and batches the rest. */
  #changedOften(): void {
    if (this.#newsTimer !== undefined) {
      this.#moreNews = true;
      return;
    }
    this.#changed();
    this.#newsTimer = setTimeout(() => {
      this.#newsTimer = undefined;
      if (this.#moreNews) this.#changedOften();
    }, NEWS_EVERY_MS);
    this.#newsTimer.unref();
  }
}
