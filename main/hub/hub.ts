import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { CommandInput, Commands, Hello } from '../../app/contract/commands.ts';
import type { HostPlace } from '../../app/hosts/host-place.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { ProfileStore } from '../profiles/profile-store.ts';
import { plainSecretBox } from '../profiles/secret-box.ts';
import { ProjectWatch } from '../profiles/watch-project.ts';
import { createRecorder } from '../recording/recorder.ts';
import { claimRecordingFile } from '../recording/recording-file.ts';
import { splitCommandLine } from '../session/command-line.ts';
import { ReaperClient } from '../session/reaper-client.ts';
import { serverLabel } from '../session/server-label.ts';
import type { ServerSpec } from '../session/server-spec.ts';
import { type RunningTap, watchTaps } from '../tap/tap-registry.ts';
import { readOwnVocabularies, vocabularyFolder } from '../vocabularies/read-own-vocabularies.ts';
import { CompareDesk } from './compare-desk.ts';
import { EventFeed } from './event-feed.ts';
import { FileDesk } from './file-desk.ts';
import type { HostApi, HubOptions } from './host-api.ts';
import { hostFileCommands } from './host-file-commands.ts';
import { runLabTour } from './lab-tour.ts';
import { LiveTab } from './live-tab.ts';
import { profileCommands } from './profile-commands.ts';
import { RecordingDesk } from './recording-desk.ts';
import { savedFilterCommands } from './saved-filters.ts';
import { SearchDesk } from './search-desk.ts';
import { SendAgainDesk } from './send-again-desk.ts';
import { sessionCommands } from './session-commands.ts';
import type { Tab } from './tab.ts';
import { TappedTab } from './tapped-tab.ts';

/** Makes the one object behind every screen: all sessions, live and opened, and the commands on them. */
export function createHub(options: HubOptions): HostApi {
  const hub = new Hub(options);
  return {
    commands: hub.commands,
    subscribe: (events) => hub.feed.subscribe(events),
    dispose: () => hub.dispose(),
  };
}

class Hub {
  readonly feed = new EventFeed();
  readonly commands: Commands;
  readonly #options: HubOptions;
  readonly #tabs = new Map<string, Tab>();
  readonly #reaper: ReaperClient;
  readonly #files: FileDesk;
  readonly #desk: RecordingDesk;
  readonly #searches: SearchDesk;
  readonly #sendAgain: SendAgainDesk;
  readonly #compares: CompareDesk;
  readonly #stopWatchingTaps: () => void;
  readonly #profiles: ProfileStore;
  readonly #project: ProjectWatch | undefined;
  #opened = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#reaper = new ReaperClient(options.reaperScript, options.node);
    const passing = join(options.dataFolder, 'uploads', String(process.pid));
    const nextSession = () => this.#nextSession();
    this.#files = new FileDesk({ ...options, feed: this.feed, tabs: this.#tabs, nextSession, passing });
    this.#desk = new RecordingDesk(options, this.feed, this.#tabs, passing, this.#files.recent);
    this.#searches = new SearchDesk(this.#tabs, options.searchWorkerScript);
    this.#sendAgain = new SendAgainDesk(this.#tabs);
    const runTo = (session: string) => this.#sendAgain.run(session);
    this.#compares = new CompareDesk(this.#tabs, options.compareWorkerScript, runTo);
    this.#stopWatchingTaps = watchTaps(options.dataFolder, (tap) => this.#follow(tap));
    const { dataFolder: folder, secretBox = plainSecretBox, place } = options;
    this.#profiles = new ProfileStore({ folder, secretBox, newId: randomUUID });
    this.#project = place?.project === undefined ? undefined : watchProject(place.project, this.feed);
    this.commands = this.#allCommands();
  }

  readonly #allCommands = (): Commands => ({
    hello: async () => this.#hello(),
    connect: (input) => this.#connect(input),
    startLab: () => this.#startLab(),
    ...sessionCommands((session, act) => this.#withLive(session, (tab) => act(tab.live))),
    close: ({ session }) => this.#close(session),
    readRows: async ({ session, from, patchesFrom, limit }) =>
      this.#withTab(session, (tab) => ok(tab.rows(from, patchesFrom, limit))),
    readRecords: async ({ session, first, last, limit }) =>
      this.#withTab(session, async (tab) => ok(await tab.records(first, last, limit))),
    readFindings: ({ session, from, limit }) =>
      this.#withTab(session, (tab) => ok(tab.findings(from, limit))),
    ...this.#files.commands,
    listVocabularies: async () => ok(await readOwnVocabularies(vocabularyFolder(this.#options.dataFolder))),
    ...this.#desk.commands,
    ...this.#sendAgain.commands,
    ...this.#compares.commands,
    ...this.#searches.commands,
    ...savedFilterCommands(this.#options.dataFolder),
    ...profileCommands({
      store: this.#profiles,
      feed: this.feed,
      place: this.#place,
      begin: (spec, label, settings, profile) => this.#begin(spec, label, settings, profile),
      withLive: (session, act) => this.#withLive(session, act),
    }),
    ...hostFileCommands({
      store: this.#profiles,
      feed: this.feed,
      place: this.#place,
    }),
  });

  async dispose(): Promise<void> {
    this.#stopWatchingTaps();
    this.#project?.close();
    this.#searches.close();
    this.#compares.close();
    await Promise.all([...this.#tabs.values()].map((tab) => tab.close()));
    this.#tabs.clear();
    this.#reaper.close();
    await this.#files.close();
    await this.#desk.close();
  }

  get #place(): HostPlace {
    return this.#options.place ?? { platform: process.platform, home: homedir(), env: process.env };
  }

  get #recordings(): string {
    return join(this.#options.dataFolder, 'recordings');
  }

  #hello(): Hello {
    const tabs = [...this.#tabs.values()];
    return {
      version: this.#options.version,
      host: this.#options.host,
      platform: process.platform,
      recordingsFolder: this.#recordings,
      sessions: tabs.map((tab) => tab.info),
      logs: tabs.map((tab) => tab.logState),
    };
  }

  async #connect(input: CommandInput<'connect'>): Promise<Result<{ session: string }>> {
    const split = splitCommandLine(input.commandLine, process.platform);
    if (!split.ok) return split;
    const { command, args, env } = split.value;
    const spec = { command, args, cwd: input.cwd ?? '', env: { ...env, ...input.env } };
    const label = input.label ?? serverLabel(command, args);
    const tab = await this.#begin(spec, label, input.settings ?? {});
    return ok({ session: tab.info.session });
  }

  async #startLab(): Promise<Result<{ session: string }>> {
    const { command, args, env } = this.#options.lab;
    // The lab is known to speak the older era: a probe would only add an error that means nothing.
    const settings = { era: 'initialize' } as const;
    const tab = await this.#begin({ command, args, cwd: '', env }, 'error lab', settings);
    void tab.started.then(() => runLabTour(tab.live));
    return ok({ session: tab.info.session });
  }

  /** Opens a tab and starts its server; how that goes shows in the tab. */
  async #begin(
    spec: ServerSpec,
    label: string,
    settings: SettingsChange,
    profile?: string,
  ): Promise<LiveTab> {
    await mkdir(this.#recordings, { recursive: true, mode: 0o700 }).catch(() => undefined);
    const session = this.#nextSession();
    const startedAt = new Date();
    const tab = new LiveTab({
      session,
      label,
      spec,
      settings,
      profile,
      version: this.#options.version,
      startedAt: startedAt.toISOString(),
      reaper: this.#reaper,
      feed: this.feed,
      openStore: (events) =>
        createRecorder({
          file: claimRecordingFile(this.#recordings, startedAt, label, session),
          startedAt: startedAt.toISOString(),
          app: { name: 'tierscope', version: this.#options.version },
          ...events,
        }),
    });
    this.#tabs.set(session, tab);
    this.feed.sessionChanged(tab.info);
    tab.begin();
    void this.#desk.keepLimit();
    return tab;
  }

  async #close(session: string): Promise<Result<null>> {
    return this.#withTab(session, async (tab) => {
      this.#tabs.delete(session);
      this.feed.sessionRemoved(session);
      await tab.close();
      return ok(null);
    });
  }

  #follow(tap: RunningTap): void {
    const session = this.#nextSession();
    const tab = new TappedTab(session, tap, this.feed);
    this.#tabs.set(session, tab);
    this.feed.sessionChanged(tab.info);
  }

  async #withTab<Value>(
    session: string,
    act: (tab: Tab) => Result<Value> | Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const tab = this.#tabs.get(session);
    return tab === undefined ? err(`There is no session ${session} any more.`) : act(tab);
  }

  #withLive<Value>(session: string, act: (tab: LiveTab) => Promise<Result<Value>>): Promise<Result<Value>> {
    return this.#withTab(session, (tab) => (tab.kind === 'live' ? act(tab) : err(READ_ONLY[tab.kind])));
  }

  #nextSession(): string {
    this.#opened += 1;
    return `s${this.#opened}`;
  }
}

function watchProject(folder: string, feed: EventFeed): ProjectWatch {
  const project = new ProjectWatch({
    folder,
    onChange: ({ path, added, removed, changed }) => feed.projectChanged({ path, added, removed, changed }),
    onFault: (text) => feed.notice({ level: 'warning', text }),
  });
  void project.start();
  return project;
}

const READ_ONLY = {
  opened: 'A recording has no server: nothing can be sent to it.',
  opening: 'A recording has no server: nothing can be sent to it.',
  tapped: 'A tapped session belongs to its agent: it is shown and not steered.',
} as const;
