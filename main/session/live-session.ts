import { err, ok, type Result } from '../../app/base/result.ts';
import type { CallEnd, ListEnd, ToolInfo } from '../../app/contract/commands.ts';
import type { AskAnswer } from '../../app/protocol/ask-answer.ts';
import { withCapabilities } from '../../app/protocol/client-capabilities.ts';
import {
  DEFAULT_SETTINGS,
  type SessionSettings,
  type SettingsChange,
  withSettings,
} from '../../app/protocol/session-settings.ts';
import { settingsWords } from '../../app/protocol/settings-words.ts';
import { type CallLimitsGiven, limitsOf } from './call-context.ts';
import { ChangeWatch } from './change-watch.ts';
import { Handshake, type HandshakeEnd } from './handshake.ts';
import { type Listed, listAll } from './list-all.ts';
import { FAILED, type LiveDetails, type LiveStatus, STARTING } from './live-status.ts';
import { LogLevelMemory } from './log-level-memory.ts';
import type { Params, ProtocolClient } from './protocol-client.ts';
import type { ReaperClient } from './reaper-client.ts';
import type { SessionJournal } from './record-body.ts';
import { ServerNews } from './server-news.ts';
import { ServerRequestService } from './server-request-service.ts';
import { type ProcessExit, ServerRun } from './server-run.ts';
import type { ServerSpec } from './server-spec.ts';
import {
  KNOWN_TO_DIE,
  NOT_CONNECTED,
  notWatched,
  STILL_STARTING,
  startedTwice,
} from './session-sentences.ts';

export type LiveSessionOptions = {
  readonly spec: ServerSpec;
  readonly version: string;
  readonly journal: SessionJournal;
  readonly reaper: ReaperClient;
  /** What differs from the default settings. */
  readonly settings?: SettingsChange | undefined;
  /** Hears a new status, and every change of the details. */
  readonly onStatus: (status: LiveStatus) => void;
};

/** What `restart` changes; a revision and an era are kept for later starts. */
export type RestartChange = {
  readonly era?: SessionSettings['era'] | undefined;
  readonly revision?: string | undefined;
  /** Declared beside what is declared already. */
  readonly capabilities?: Params | undefined;
};

/** One session with one server: its process or processes, its settings, and the official client above them. */
export class LiveSession {
  readonly #options: LiveSessionOptions;
  readonly #requests: ServerRequestService;
  readonly #watch: ChangeWatch;
  #news = new ServerNews();
  #settings: SessionSettings;
  #life: ServerRun | undefined;
  #client: ProtocolClient | undefined;
  #status = STARTING;
  /** Counts starts and ends; a start that is no longer the latest gives way. */
  #turn = 0;
  /** Names the latest restart, disconnect or end. */
  #ticket = 0;
  #ending = false;
  #lastCall: (() => Promise<CallEnd>) | undefined;
  /** Why the probe is left out after a change of files: it ended the server before; empty where it did not. */
  #unprobed = '';
  /** How the process before ended on the probe, in words; empty where there was none. */
  #firstEnd = '';
  readonly #logLevel = new LogLevelMemory();
  /** The URIs that are subscribed to again after a restart. */
  #wanted: readonly string[] = [];

  constructor(options: LiveSessionOptions) {
    this.#options = options;
    this.#settings = withSettings(DEFAULT_SETTINGS, options.settings ?? {});
    this.#requests = new ServerRequestService(
      () => this.#settings,
      () => this.#changed(),
    );
    this.#watch = new ChangeWatch(options.spec.cwd, {
      changed: (file) => void this.#fileChanged(file),
      missing: (path) => options.journal.write({ type: 'mark', label: notWatched(path) }),
    });
  }

  get status(): LiveStatus {
    return this.#status;
  }

  get details(): LiveDetails {
    const { subscriptions = [], followedTasks = [] } = this.#client ?? {};
    const { offers, changes, completed: completedElicitations } = this.#news;
    const { open: asks, withdrawn: withdrawnAsks } = this.#requests;
    const asked = { asks, withdrawnAsks, completedElicitations };
    return {
      settings: this.#settings,
      ...asked,
      offers,
      changes,
      subscriptions,
      followedTasks,
      ...this.#logLevel.told,
    };
  }

  /** Starts the server and shakes hands; resolves when the session is ready or has failed. */
  start(): Promise<void> {
    this.#unprobed = '';
    return this.#start();
  }

  async #start(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#watch.set(this.#settings.watch, this.#settings.watchDebounceMs);
    let unprobed = this.#unprobed;
    let frames: readonly number[] = [];
    this.#firstEnd = '';
    for (;;) {
      this.#ending = false;
      this.#client = undefined;
      this.#news = new ServerNews(this.#news.changes);
      this.#logLevel.restarted();
      this.#tell(STARTING);
      const life = this.#begin();
      await life.started();
      if (turn !== this.#turn || this.#status.state !== 'starting') return;
      const early = life.exit;
      if (early !== undefined) return this.#failed(early);
      const end = await this.#handshake(life, unprobed, frames).run();
      if (turn !== this.#turn || this.#status.state !== 'starting') return;
      if (end.kind !== 'restart') return this.#shaken(life, end);
      ({ reason: unprobed, frames } = end);
      this.#firstEnd = life.exit?.how ?? '';
      this.#unprobed = KNOWN_TO_DIE;
      this.#options.journal.write({ type: 'mark', label: `restarted: ${end.reason}` });
    }
  }

  /** Ends the connection and the whole process tree of the server; resolves when the log tells it. */
  disconnect(reason: string): Promise<void> {
    this.#nextTicket();
    // What its user has ended is not started again by a file.
    this.#watch.set([], 0);
    return this.#disconnect(reason);
  }

  /** Waits until no process of the server is left, whatever state the session is in. */
  end(): Promise<void> {
    this.#nextTicket();
    this.#watch.set([], 0);
    return this.#end();
  }

  async #disconnect(reason: string): Promise<void> {
    this.#turn += 1;
    const life = this.#life;
    if (life?.running === true && !this.#ending) {
      this.#ending = true;
      this.#options.journal.write({ type: 'client', event: 'closed', message: reason });
    }
    // A restart may be ending it already, or its exit be on its way: the log is complete only after that.
    await life?.end();
  }

  async #end(): Promise<void> {
    this.#turn += 1;
    await this.#life?.end();
  }

  restart(change: RestartChange = {}): Promise<void> {
    this.#unprobed = '';
    return this.#restart(change, 'restarted by the user');
  }

  async #restart(change: RestartChange, reason: string): Promise<void> {
    const { era, revision, capabilities } = change;
    const declared = this.#settings.capabilities;
    this.configure({
      // The offered revision of a -32022 must not meet an era that was set before.
      era: era ?? (revision === undefined ? undefined : 'auto'),
      revision: revision ?? (era === undefined ? undefined : ''),
      capabilities: capabilities === undefined ? undefined : withCapabilities(declared, capabilities),
    });
    // Of several restarts at once, the last one starts the server; an end in between starts none.
    const ticket = this.#nextTicket();
    await this.#disconnect(reason);
    if (ticket !== this.#ticket) return;
    await this.#end();
    if (ticket === this.#ticket) await this.#start();
  }

  /** Changes settings; each says in `SessionSettings` when it takes effect. */
  configure(change: SettingsChange): void {
    const before = this.#settings;
    this.#settings = withSettings(before, change);
    const words = settingsWords(before, this.#settings);
    if (words.length > 0)
      this.#options.journal.write({ type: 'mark', label: `settings: ${words.join('; ')}` });
    if (change.roots !== undefined) void this.#client?.rootsChanged().catch(() => undefined);
    // A session that its user has ended watches again when it is started again.
    if (this.#status.state !== 'closed') {
      this.#watch.set(this.#settings.watch, this.#settings.watchDebounceMs);
    }
    this.#changed();
  }

  async listTools(): Promise<{ tools: readonly ToolInfo[]; failure: string }> {
    const { items, failure } = await this.listAll('tools');
    return { tools: items as readonly ToolInfo[], failure };
  }

  listAll(what: Listed): Promise<ListEnd> {
    const none = { items: [], pages: 0, failure: NOT_CONNECTED };
    return this.#client === undefined
      ? Promise.resolve(none)
      : listAll(this.#client, what, limitsOf(this.#settings));
  }

  callTool(name: string, args: Params, limits: CallLimitsGiven = {}, task?: Params): Promise<CallEnd> {
    this.#lastCall = () =>
      this.#with((client) => client.callTool(name, args, limitsOf(this.#settings, limits), task));
    return this.#lastCall();
  }

  async request(method: string, params?: Params, limits: CallLimitsGiven = {}): Promise<CallEnd> {
    const end = await this.#with((client) =>
      client.request(method, params, limitsOf(this.#settings, limits)),
    );
    if (method === 'logging/setLevel') this.#levelSet(end, params?.level);
    return end;
  }

  async setLogLevel(level: string): Promise<CallEnd> {
    const end = await this.#with((client) => client.setLogLevel(level, limitsOf(this.#settings)));
    this.#levelSet(end, level);
    return end;
  }

  /** A level stands once the server has taken it. */
  #levelSet({ failure }: CallEnd, level: unknown): void {
    if (failure !== '' || typeof level !== 'string' || level === '') return;
    this.#logLevel.set(level);
    this.#changed();
  }

  subscribe(uri: string): Promise<CallEnd> {
    return this.#with((client) => client.subscribe(uri, limitsOf(this.#settings)));
  }

  unsubscribe(uri: string): Promise<CallEnd> {
    return this.#with((client) => client.unsubscribe(uri, limitsOf(this.#settings)));
  }

  /** Asks the server to tell of each change of a task, or not to any more. */
  followTask(taskId: string, on: boolean): Promise<CallEnd> {
    return this.#with((client) => client.followTask(taskId, on, limitsOf(this.#settings)));
  }

  cancel(requestSeq: number): boolean {
    return this.#client?.cancel(requestSeq) ?? false;
  }

  /** Answers an open ask; false where it is not open any more. */
  answer(ask: string, answer: AskAnswer): boolean {
    return this.#requests.answer(ask, answer);
  }

  /** Writes bytes as they are, as a line or several; gives the seq of the first. Needs no handshake. */
  sendRaw(bytes: Uint8Array): Result<number> {
    const life = this.#life;
    return life?.running === true && !this.#ending ? ok(life.sendRaw(bytes)) : err(NOT_CONNECTED);
  }

  #nextTicket(): number {
    this.#ticket += 1;
    return this.#ticket;
  }

  #with(call: (client: ProtocolClient) => Promise<CallEnd>): Promise<CallEnd> {
    // Nothing that is sent after stdin was closed can be answered.
    if (this.#client !== undefined && !this.#ending) return call(this.#client);
    const failure = this.#status.state === 'starting' ? STILL_STARTING : NOT_CONNECTED;
    return Promise.resolve({ requestSeq: 0, result: null, failure });
  }

  #begin(): ServerRun {
    const { spec, journal, reaper } = this.#options;
    const life = new ServerRun(spec, journal, {
      spawned: (pid) => {
        reaper.watch(pid);
        this.#tell({ ...this.#status, pid });
      },
      spawnFailed: (ending) => this.#tell({ ...this.#status, ...FAILED, ending, exit: 'not started' }),
      stdoutClosed: () => {
        if (this.#ending) return;
        this.#client = undefined;
        const ending = 'The server closed its stdout and still runs. No answer can come: restart it.';
        this.#tell({ ...this.#status, state: 'failed', ending, exit: 'stdout closed' });
        life.disconnect('the server closed its stdout');
      },
      exited: (end) => this.#exited(life, end),
      message: (envelope) => {
        if (this.#news.take(envelope)) this.#changed();
      },
    });
    this.#life = life;
    return life;
  }

  #handshake(life: ServerRun, unprobed: string, frames: readonly number[]): Handshake {
    const { version, journal } = this.#options;
    return new Handshake({
      version,
      run: life,
      journal,
      settings: this.#settings,
      requests: this.#requests,
      unprobed,
      frames,
      onEra: (era, eraReason, eraFrames) => this.#tell({ ...this.#status, era, eraReason, eraFrames }),
      onSubscriptions: () => this.#subscribed(),
    });
  }

  async #shaken(life: ServerRun, end: Exclude<HandshakeEnd, { kind: 'restart' }>): Promise<void> {
    if (life.exit !== undefined) return this.#failed(life.exit);
    if (end.kind === 'ready') {
      this.#client = end.client;
      this.#news.shaken();
      if (end.lateRevision !== '') this.#news.offerLate(end.lateRevision);
      this.#tell({ ...this.#status, state: 'ready' });
      for (const uri of this.#wanted) void this.subscribe(uri);
      return;
    }
    this.#tell({ ...this.#status, state: 'failed', ending: `The handshake failed: ${end.failure}` });
    await life.end();
  }

  /** A new process knows nothing of what the one before was asked to tell (2026-07-28, subscriptions.mdx). */
  #subscribed(): void {
    if (this.#client !== undefined && !this.#ending) this.#wanted = this.#client.subscriptions;
    this.#changed();
  }

  #exited(life: ServerRun, end: ProcessExit): void {
    if (life.pid !== undefined) this.#options.reaper.forget(life.pid);
    this.#client = undefined;
    if (this.#ending) {
      const ending = `Disconnected. The server ended with ${end.how}.`;
      this.#tell({ ...this.#status, state: 'closed', pid: null, ending, exit: end.exit });
      return;
    }
    // The handshake decides what an exit during it means.
    if (this.#status.state === 'starting') this.#tell({ ...this.#status, pid: null });
    else this.#failed(end);
  }

  #failed({ how, exit, lastWords }: ProcessExit): void {
    const when = this.#status.state === 'starting' ? ' before the handshake was done' : '';
    const said = lastWords === '' ? '' : `Its last words on stderr: ${lastWords}`;
    const before = this.#status.state === 'failed' ? `${this.#status.ending} ` : '';
    const twice = when === '' ? '' : startedTwice(this.#firstEnd, how);
    const more = [said, twice].filter((words) => words !== '').join(' · ');
    const ending = `${before}The server exited with ${how}${when}. ${more}`.trimEnd();
    this.#tell({ ...this.#status, ...FAILED, ending, exit });
  }

  async #fileChanged(file: string): Promise<void> {
    const again = this.#settings.repeatLastCall ? this.#lastCall : undefined;
    const ticket = this.#ticket + 1;
    this.#options.journal.write({ type: 'mark', label: `restarted: ${file} changed` });
    await this.#restart({}, `${file} changed`);
    // A later ticket means that somebody else has taken over.
    if (ticket === this.#ticket && this.#status.state === 'ready') await again?.();
  }

  #tell(status: LiveStatus): void {
    this.#status = status;
    this.#changed();
  }

  #changed(): void {
    this.#options.onStatus(this.#status);
  }
}
