import { basename, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type {
  EarlierRecording,
  ExportedFile,
  RECORDING_COMMANDS,
} from '../../app/contract/recording-commands.ts';
import { fileInfo } from '../../app/contract/session-info.ts';
import type { Header } from '../../app/frame/record.ts';
import { redactedText } from '../../app/frame/redaction/redactor.ts';
import type { FoundSecrets } from '../../app/recording/export/recording-content.ts';
import { importHeader } from '../../app/recording/import/import-journal.ts';
import { FORMAT_VERSION } from '../../app/recording/read-line.ts';
import { markRow } from '../../app/session/row-reader.ts';
import { traitsOf } from '../../app/session/same-server.ts';
import { type ExportScope, ExportService, wantedSeqs } from '../recording/export-service.ts';
import type { OpenedRecording } from '../recording/opened-recording.ts';
import type { RecentFiles } from '../recording/recent-files.ts';
import type { BookmarkedCopy } from '../recording/recording-bookmarks.ts';
import { FactsCache, readFacts } from '../recording/recording-facts.ts';
import { EarlierRecordings, RecordingLibrary } from '../recording/recording-library.ts';
import { fileFailure } from '../system/file-failure.ts';
import type { OpenedSource } from './file-source.ts';
import type { HubOptions } from './host-api.ts';
import type { Tab } from './tab.ts';
import type { EventFeed, Tabs } from './tabs.ts';

/** Bookmarks change the log of every tab that shows their file. */
type BookmarkedTabs = Pick<Tabs, 'get' | 'with' | 'all' | 'changed' | 'grew'>;

type RecordingServiceOptions = {
  readonly options: HubOptions;
  readonly feed: EventFeed;
  readonly tabs: BookmarkedTabs;
  /** The folder of files in transit to a screen. */
  readonly passing: string;
  readonly recent: RecentFiles;
};

export class RecordingService {
  readonly #own: RecordingServiceOptions;
  readonly #tabs: BookmarkedTabs;
  readonly #library: RecordingLibrary;
  readonly #facts: FactsCache;
  readonly #exports: ExportService;
  readonly #earlier: EarlierRecordings;

  constructor(own: RecordingServiceOptions) {
    const { dataFolder, version, openWorkerScript, exportWorkerScript: workerScript } = own.options;
    this.#own = own;
    this.#tabs = own.tabs;
    this.#library = new RecordingLibrary({
      dataFolder,
      isOpen: (path) => this.#tabs.all().some((tab) => resolve(tab.info.file) === resolve(path)),
      pid: process.pid,
    });
    this.#facts = new FactsCache(this.#library.folder, version, (path) => readFacts(path, openWorkerScript));
    this.#earlier = new EarlierRecordings(this.#library.folder);
    const kept = join(dataFolder, 'exports');
    this.#exports = new ExportService({ kept, passing: own.passing, workerScript });
  }

  readonly commands: Handlers<typeof RECORDING_COMMANDS> = {
    setBookmark: (input) => this.#setBookmark(input),
    listRecordings: async () => ok(await this.#library.list()),
    recordingFacts: ({ name }) => this.#facts.facts(name),
    earlierRecordings: ({ session }) => this.#tabs.with(session, (tab) => this.earlierThan(tab)),
    renameRecording: ({ name, to }) => this.#rename(name, to),
    deleteRecordings: ({ names }) => this.#library.remove(names),
    restoreRecordings: ({ names }) => this.#library.restore(names),
    keepRecordings: async ({ names, keep }) => {
      const kept = await this.#library.keep(names, keep);
      if (kept.ok) await this.keepLimit();
      return kept;
    },
    recordingLimit: async () => ok(await this.#library.limit()),
    setRecordingLimit: async ({ limitBytes }) => {
      const set = await this.#library.setLimit(limitBytes);
      if (!set.ok) return set;
      await this.keepLimit();
      return ok(await this.#library.limit());
    },
    previewExport: (input) => this.#preview(input),
    exportSession: (input) => this.#export(input),
    readExport: ({ export: key, offset }) => this.#exports.read(key, offset),
  };

  /** The earlier recordings of the same server as a tab's session, newest first. */
  earlierThan({ info }: Tab): Promise<readonly EarlierRecording[]> {
    const { file, startedAt } = info;
    return this.#earlier.of({ file, startedAt, ...traitsOf(info) });
  }

  async #rename(name: string, to: string): Promise<Result<string>> {
    const renamed = await this.#library.rename(name, to);
    const { folder } = this.#library;
    if (renamed.ok) await this.#own.recent.moved(join(folder, name), join(folder, renamed.value));
    return renamed;
  }

  /** Removes the oldest recordings if they exceed the limit together, and reports which. */
  async keepLimit(): Promise<void> {
    try {
      const gone = await this.#library.keepLimit();
      if (gone.length > 0) await this.#notifyRemoved(gone);
    } catch (error) {
      const text = `The size of the recordings could not be checked: ${fileFailure(error)}.`;
      this.#own.feed.notice({ level: 'warning', text });
    }
  }

  async #notifyRemoved(gone: readonly string[]): Promise<void> {
    const { limitBytes } = await this.#library.limit();
    const names =
      gone.length <= 3 ? gone.join(', ') : `${gone.slice(0, 3).join(', ')} and ${gone.length - 3} more`;
    const why = `The automatic recordings took more than ${limitBytes / 1_000_000} MB.`;
    const text = `${why} The oldest were removed: ${names}. Until the app ends, Recordings can put them back.`;
    this.#own.feed.notice({ level: 'error', text });
  }

  async close(): Promise<void> {
    await this.#library.emptyTrash();
  }

  async #setBookmark({ session, label, at, about }: CommandInput<'setBookmark'>): Promise<Result<null>> {
    const tab = this.#tabs.get(session);
    if (!tab.ok) return tab;
    const { source } = tab.value;
    switch (source.kind) {
      case 'tapped':
        return err('A tapped session is recorded by its tap: bookmarks cannot be set in it.');
      case 'opening':
        return source.refusal;
      case 'opened':
        return this.#bookmarkFile(source, label, at, about);
      case 'live':
        source.addBookmark(label, about);
        return ok(null);
    }
  }

  /** A bookmark belongs to the file, so every tab of the file shows it. */
  async #bookmarkFile(
    source: OpenedSource,
    label: string,
    at: number,
    about?: number,
  ): Promise<Result<null>> {
    const { file, copy } = source;
    const isFirst = copy?.path === '';
    const kept = await copy?.add(label, at, about);
    if (kept?.ok === false) return kept;
    if (isFirst) {
      await this.#library.keep([basename(copy.path)], true);
      this.#notifyCopy(file, copy);
    }
    const placed = await file.bookmarks.add(label, at, about);
    if (!placed.ok) return placed;
    const { record, offset, length } = placed.value;
    for (const { table, store } of file.sessions) {
      table.add(markRow(record));
      store.include(record.seq, offset, length);
    }
    for (const tab of this.#tabsOf(file)) this.#tabs.grew(tab.session);
    return ok(null);
  }

  #notifyCopy(file: OpenedRecording, copy: BookmarkedCopy): void {
    const text = `${basename(file.path)} stays as it is: the bookmarks are kept in a copy, ${copy.path}.`;
    this.#own.feed.notice({ level: 'info', text });
    for (const tab of this.#tabsOf(file)) this.#tabs.changed(tab.session);
  }

  #tabsOf(file: OpenedRecording): readonly Tab[] {
    return this.#tabs.all().filter(({ source }) => source.kind === 'opened' && source.file === file);
  }

  async #preview(input: CommandInput<'previewExport'>): Promise<Result<FoundSecrets>> {
    const scope = await this.#scope(input);
    return scope.ok ? this.#exports.preview(scope.value) : scope;
  }

  async #export(input: CommandInput<'exportSession'>): Promise<Result<ExportedFile>> {
    const { session, format, redact, keepFile } = input;
    const scope = await this.#scope(input);
    const tab = this.#tabs.get(session);
    if (!scope.ok) return scope;
    if (!tab.ok) return tab;
    const { startedAt, label } = tab.value.info;
    const stamp = startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    // A file is shared with its name, so secrets in the label are redacted too.
    const shared = redact ? redactedText(label) : label;
    const slug = shared.replaceAll(/[^\w-]+/g, '-').slice(0, 40) || 'session';
    const name = `${stamp}-${slug}`;
    const header = this.#header(tab.value);
    const { settings: project } = tab.value.source.project;
    return this.#exports.write({ ...scope.value, header, name, format, redact, keepFile, project });
  }

  /** A recording made from another format keeps its notes about what that format lacks. */
  #header(tab: Tab): Header {
    const { startedAt } = tab.info;
    const { format, notes = [] } = fileInfo(tab.info) ?? {};
    const header: Header = {
      type: 'header',
      format: 'tierscope',
      version: FORMAT_VERSION,
      startedAt,
      app: { name: 'tierscope', version: this.#own.options.version },
      redaction: 'none',
    };
    return format === undefined ? header : importHeader(header, format, notes);
  }

  async #scope({ session, ranges, keep, add }: CommandInput<'previewExport'>): Promise<Result<ExportScope>> {
    const tab = this.#tabs.get(session);
    if (!tab.ok) return tab;
    const source = await tab.value.exportSource();
    if (!source.ok) return source;
    const wanted = ranges === undefined ? undefined : wantedSeqs(tab.value.rowTable(), ranges);
    return ok({ source: source.value, wanted, choices: { keep, add } });
  }
}
