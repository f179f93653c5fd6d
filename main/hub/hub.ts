import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { OwnVocabularies } from '../../app/codes/own-vocabulary.ts';
import type { CommandInput, Commands, Hello } from '../../app/contract/commands.ts';
import type { HostEvents, Notice } from '../../app/contract/events.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import { hostTable } from '../../app/hosts/lens/host-table.ts';
import { LAB_FIRST_CALLS, LAB_TOOLS } from '../../app/lab/lab-tools.ts';
import type { SettingsChange } from '../../app/protocol/session-settings.ts';
import { type FolderProject, folderProject, NO_FOLDER_PROJECT } from '../profiles/checked-project.ts';
import { ProfileStore } from '../profiles/profile-store.ts';
import { plainSecretBox } from '../profiles/secret-box.ts';
import { ProjectWatch } from '../profiles/watch-project.ts';
import { createRecorder } from '../recording/recorder.ts';
import { claimRecordingFile } from '../recording/recording-file.ts';
import { splitCommandLine } from '../session/command-line.ts';
import type { LiveSession } from '../session/live-session.ts';
import { ReaperClient } from '../session/reaper-client.ts';
import { ownValues, type ServerSpec, serverLabel, startSpec } from '../session/record-body.ts';
import { homeFolder } from '../system/home-folder.ts';
import { makeFolder } from '../system/own-folder.ts';
import { type RunningTap, watchTaps } from '../tap/tap-registry.ts';
import { CompareService } from './compare-service.ts';
import { DoctorService } from './doctor-service.ts';
import { FileService } from './file-service.ts';
import { CLOSING, type HostApi, type HubOptions } from './host-api.ts';
import { LiveSource } from './live-source.ts';
import {
  hostsFolder,
  measureSurvey,
  readOwnHosts,
  readOwnVocabularies,
  vocabularyFolder,
} from './own-files.ts';
import { LogTexts, TextMemory } from './packed-texts.ts';
import { ProbeService } from './probe-service.ts';
import { ProblemService, RulesOffService } from './problem-service.ts';
import { hostFileCommands, plainStart, profileCommands, type StartedFrom } from './profile-commands.ts';
import { ReRunService } from './re-run-service.ts';
import { RecordingService } from './recording-service.ts';
import { SavedTabs } from './saved-tabs.ts';
import { SearchService, savedFilterCommands } from './search-service.ts';
import { answerCommands, sessionCommands } from './session-commands.ts';
import { StatisticsService } from './statistics-service.ts';
import { EventFeed, Tabs } from './tabs.ts';
import { TappedSource } from './tapped-source.ts';
import { TelemetryService } from './telemetry-service.ts';
import { TranscriptJoins } from './transcript-joins.ts';
import { ViewService } from './view-service.ts';

/** Creates the host behind every screen: all sessions, live and opened, and the commands on them. */
export function createHub(options: HubOptions): HostApi {
  return new Hub(options);
}

class Hub implements HostApi {
  readonly commands: Commands;
  readonly #feed = new EventFeed();
  readonly #options: HubOptions;
  readonly #tabs: Tabs = new Tabs(this.#feed, (tab) => {
    this.#rulesOff.applyTo(tab);
    this.#keptTabs.changed(tab.info);
  });
  readonly #keptTabs: SavedTabs;
  readonly #rulesOff: RulesOffService;
  readonly #reaper: ReaperClient;
  readonly #files: FileService;
  readonly #recordings: RecordingService;
  readonly #searches: SearchService;
  readonly #transcripts = new TranscriptJoins(this.#tabs);
  readonly #reRuns: ReRunService;
  readonly #compares: CompareService;
  readonly #doctors: DoctorService;
  readonly #telemetry: TelemetryService;
  readonly #probes: ProbeService;
  readonly #problems: ProblemService;
  readonly #statistics: StatisticsService;
  readonly #views: ViewService;
  readonly #stopWatchingTaps: () => void;
  readonly #profiles: ProfileStore;
  readonly #project: ProjectWatch | undefined;
  readonly #textMemory = new TextMemory();
  readonly #passing: string;
  /** The user's vocabularies as a screen last loaded them, so that all answers use the same version. */
  #vocabularies: OwnVocabularies | undefined;
  #isOver = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#reaper = new ReaperClient(options.reaper);
    const { dataFolder, secretBox = plainSecretBox, place } = options;
    this.#passing = join(dataFolder, 'uploads', String(process.pid));
    const own = { feed: this.#feed, tabs: this.#tabs, passing: this.#passing };
    this.#files = new FileService({
      ...options,
      ...own,
      projectOf: (folder) => this.#projectOf(folder),
    });
    this.#recordings = new RecordingService({ options, ...own, recent: this.#files.recent });
    this.#statistics = new StatisticsService({
      tabs: this.#tabs,
      workerScript: options.openWorkerScript,
      earlierThan: (tab) => this.#recordings.earlierThan(tab),
      hosts: async () => hostTable((await readOwnHosts(hostsFolder(dataFolder))).files),
    });
    this.#searches = new SearchService(this.#tabs, options.searchWorkerScript);
    this.#keptTabs = new SavedTabs(dataFolder, this.#tabs);
    this.#rulesOff = new RulesOffService(dataFolder, this.#tabs);
    this.#problems = new ProblemService({
      tabs: this.#tabs,
      workerScript: options.openWorkerScript,
      rulesOf: (tab) => this.#rulesOff.rulesOf(tab),
      ownVocabularies: async () => (this.#vocabularies ?? (await this.#readVocabularies())).vocabularies,
      earlierThan: (tab) => this.#recordings.earlierThan(tab),
    });
    this.#views = new ViewService({
      tabs: this.#tabs,
      searches: this.#searches,
      problemRows: (session, problem) => this.#problems.commands.problemRows({ session, problem }),
      watch: (grew) => this.#feed.watch(grew),
    });
    this.#reRuns = new ReRunService(this.#tabs);
    const runTo = (session: string) => this.#reRuns.run(session);
    this.#compares = new CompareService(this.#tabs, options.compareWorkerScript, runTo);
    this.#doctors = new DoctorService({
      ...options,
      tabs: this.#tabs,
      reaper: this.#reaper,
      hostPlace: () => this.#place,
    });
    this.#telemetry = new TelemetryService(options);
    this.#stopWatchingTaps = watchTaps(dataFolder, (tap) => {
      void this.#showTap(tap);
    });
    this.#profiles = new ProfileStore({ folder: dataFolder, secretBox, newId: randomUUID });
    this.#probes = new ProbeService({
      ...{ version: options.version, dataFolder, tabs: this.#tabs, feed: this.#feed, reaper: this.#reaper },
      projectOf: (folder) => this.#projectOf(folder),
      profileStart: (id) => plainStart(this.#profiles, id),
      open: (path) => this.#files.commands.openRecording({ path }),
    });
    this.#project = place?.project === undefined ? undefined : watchProject(place.project, this.#feed);
    this.commands = this.#allCommands();
  }

  async #readVocabularies(): Promise<OwnVocabularies> {
    this.#vocabularies = await readOwnVocabularies(vocabularyFolder(this.#options.dataFolder));
    return this.#vocabularies;
  }

  readonly #allCommands = (): Commands => ({
    hello: async () => this.#hello(),
    connect: (input) => this.#connect(input),
    startLab: ({ window }) => this.#startLab(window),
    ...sessionCommands(this.#tabs),
    close: ({ session }) => this.#close(session),
    readRows: ({ session, from, patchesFrom, limit }) =>
      this.#tabs.with(session, (tab) => tab.rows(from, patchesFrom, limit)),
    modelRead: ({ session, seq }) => this.#transcripts.readOf(session, seq),
    readRecords: ({ session, first, last, limit }) =>
      this.#tabs.with(session, ({ source }) => source.store.handRecords(first, last, limit)),
    readRecordPart: ({ session, seq, from }) =>
      this.#tabs.with(session, ({ source }) => source.store.readPart(seq, from)),
    readExchange: ({ session, seq }) => this.#tabs.with(session, (tab) => tab.exchange(seq)),
    readFindingsNear: ({ session, blocks }) => this.#tabs.with(session, (tab) => tab.findingsNear(blocks)),
    readFindings: ({ session, from, limit }) => this.#tabs.with(session, (tab) => tab.findings(from, limit)),
    ...answerCommands(this.#tabs),
    ...this.#files.commands,
    listVocabularies: async () => ok(await this.#readVocabularies()),
    listHostRows: async () => ok(await readOwnHosts(hostsFolder(this.#options.dataFolder))),
    measureSurvey: async ({ session, answer }) => {
      const tab = this.#tabs.get(session);
      if (!tab.ok) return tab;
      return measureSurvey(tab.value.source.store, answer, hostsFolder(this.#options.dataFolder));
    },
    ...this.#recordings.commands,
    ...this.#reRuns.commands,
    ...this.#compares.commands,
    ...this.#doctors.commands,
    ...this.#telemetry.commands,
    ...this.#probes.commands,
    ...this.#problems.commands,
    ...this.#rulesOff.commands,
    ...this.#statistics.commands,
    ...this.#views.commands,
    ...this.#searches.commands,
    ...savedFilterCommands(this.#options.dataFolder),
    ...profileCommands({
      store: this.#profiles,
      feed: this.#feed,
      place: this.#place,
      connect: (spec, label, settings, from) => this.#start(spec, label, settings, from),
      tabs: this.#tabs,
    }),
    ...hostFileCommands({
      store: this.#profiles,
      feed: this.#feed,
      place: this.#place,
      tap: this.#options.tap,
      dataFolder: this.#options.dataFolder,
    }),
  });

  subscribe(events: HostEvents): () => void {
    return this.#feed.subscribe(events);
  }

  notify(notice: Notice): void {
    this.#feed.notice(notice);
  }

  readonly reopen = async (): Promise<boolean> => {
    const { files, lab, ever } = await this.#keptTabs.before;
    for (const path of files) await this.#files.reopen(path);
    return files.length > 0 || (ever && !lab);
  };

  async dispose(): Promise<void> {
    this.#isOver = true;
    const kept = this.#keptTabs.close();
    this.#stopWatchingTaps();
    this.#project?.close();
    this.#searches.close();
    this.#compares.close();
    this.#statistics.close();
    this.#views.close();
    this.#problems.close();
    await Promise.all([this.#doctors.close(), this.#probes.close()]);
    await this.#tabs.closeAll();
    this.#reaper.close();
    await this.#files.close();
    await this.#recordings.close();
    await kept;
  }

  #newTexts(): LogTexts {
    return new LogTexts(this.#textMemory, join(this.#passing, `${randomUUID()}.texts`));
  }

  get #place(): HostPlace {
    return this.#options.place ?? { platform: process.platform, home: homeFolder(), env: process.env };
  }

  get #recordingsFolder(): string {
    return join(this.#options.dataFolder, 'recordings');
  }

  #hello(): Hello {
    const tabs = this.#tabs.all();
    for (const { source } of tabs) source.catchUp();
    return {
      version: this.#options.version,
      host: this.#options.host,
      platform: process.platform,
      recordingsFolder: this.#recordingsFolder,
      canTap: this.#options.tap !== undefined,
      sessions: tabs.map((tab) => tab.info),
      logs: tabs.map((tab) => tab.logState()),
    };
  }

  async #connect(input: CommandInput<'connect'>): Promise<Result<{ session: string }>> {
    const split = splitCommandLine(input.commandLine, process.platform);
    if (!split.ok) return split;
    const { command, args, env } = split.value;
    const kept = this.#variablesOf(input.kept);
    const { graceMs } = this.#options;
    const values = { ...kept, ...env, ...input.env };
    const spec = startSpec({ command, args, cwd: input.cwd ?? '', env: values, graceMs });
    const label = input.label ?? serverLabel(command, args);
    const started = await this.#start(spec, label, input.settings ?? {}, { window: input.window });
    return started.ok ? ok({ session: started.value.session }) : started;
  }

  /** The values of these variables in the environment that a session was started with. */
  #variablesOf(kept: CommandInput<'connect'>['kept']): Readonly<Record<string, string>> {
    const source = kept === undefined ? undefined : this.#tabs.live(kept.session);
    if (kept === undefined || !source?.ok) return {};
    const values = Object.entries(ownValues(source.value.spec));
    return Object.fromEntries(values.filter(([name]) => kept.names.includes(name)));
  }

  async #startLab(window: string | undefined): Promise<Result<{ session: string }>> {
    const { command, args } = this.#options.lab;
    // The lab is known to speak the older era: a probe would only add a meaningless error.
    const settings = { era: 'initialize' } as const;
    const lab = await this.#start({ command, args, cwd: '', env: {} }, 'error lab', settings, { window });
    if (!lab.ok) return lab;
    const { session, source } = lab.value;
    void source.started.then(() => this.#runLabTour(session, source.live));
    return ok({ session });
  }

  /** The tour for new users: lists the error lab's tools and makes one call of every tier. */
  async #runLabTour(session: string, live: LiveSession): Promise<void> {
    if (live.status.state !== 'ready') return;
    await this.commands.listAll({ session, what: 'tools' });
    for (const name of LAB_FIRST_CALLS) {
      const tool = LAB_TOOLS.find((one) => one.name === name);
      await live.call({ kind: 'tool', name, arguments: { ...tool?.sampleArguments } });
    }
  }

  async #start(
    spec: ServerSpec,
    label: string,
    settings: SettingsChange,
    { profile, window }: StartedFrom,
  ): Promise<Result<{ readonly session: string; readonly source: LiveSource }>> {
    const folder = this.#recordingsFolder;
    await makeFolder(folder);
    const project = await this.#projectOf(spec.cwd);
    const now = new Date();
    const startedAt = now.toISOString();
    const telemetry = await this.#telemetry.begin(startedAt);
    // A server started now would outlive the host.
    if (this.#isOver) return err(CLOSING);
    const { version } = this.#options;
    const connected = this.#tabs.add(
      (session, events) =>
        new LiveSource({
          ...{ session, label, spec, settings, profile, window, project, version, startedAt, events },
          reaper: this.#reaper,
          texts: this.#newTexts(),
          telemetry,
          openStore: (hears) =>
            createRecorder({
              file: claimRecordingFile(folder, now, label, session),
              startedAt,
              app: { name: 'tierscope', version },
              ...hears,
            }),
        }),
    );
    connected.source.started = connected.source.live.start();
    void this.#recordings.keepLimit();
    return ok(connected);
  }

  async #showTap(tap: RunningTap): Promise<void> {
    const project = await this.#projectOf(tap.cwd ?? '');
    if (this.#isOver) return;
    this.#tabs.add((_session, events) => new TappedSource(tap, events, this.#newTexts(), project));
  }

  /** The project file for a folder; by default for the folder in which the app was started. */
  async #projectOf(folder: string): Promise<FolderProject> {
    const own = await readOwnHosts(hostsFolder(this.#options.dataFolder));
    const start = this.#options.place?.project ?? process.cwd();
    const project = await folderProject(folder === '' ? start : resolve(start, folder), hostTable(own.files));
    if (project.ok) return project.value;
    for (const problem of project.error) {
      this.#feed.notice({ level: 'warning', text: `${problem} The session goes on without this file.` });
    }
    return NO_FOLDER_PROJECT;
  }

  async #close(session: string): Promise<Result<null>> {
    const tab = this.#tabs.get(session);
    if (!tab.ok) return tab;
    this.#tabs.remove(session);
    this.#keptTabs.changed();
    this.#doctors.stop(session);
    await tab.value.source.close();
    return ok(null);
  }
}

function watchProject(folder: string, feed: EventFeed): ProjectWatch {
  return new ProjectWatch({
    folder,
    onChange: (news) => feed.emit((screen) => screen.projectChanged(news)),
    onFault: (text) => feed.notice({ level: 'warning', text }),
  });
}
