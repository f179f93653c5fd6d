import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { FILE_COMMANDS } from '../../app/contract/recording-commands.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import { importHeader } from '../../app/recording/import/import-journal.ts';
import { readResult } from '../checks/probe/kept-result.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import { KeptIndexes } from '../recording/kept-indexes.ts';
import { type OpenedRecording, openRecording } from '../recording/opened-recording.ts';
import { RecentFiles } from '../recording/recent-files.ts';
import { BookmarkedCopy } from '../recording/recording-bookmarks.ts';
import { RECORDING_SUFFIX, recordingFile } from '../recording/recording-file.ts';
import { OpenedSource } from './file-source.ts';
import type { HubOptions } from './host-api.ts';
import { type OpenedPlace, OpeningTabs } from './opening-tabs.ts';
import type { EventFeed, Tabs } from './tabs.ts';
import { Uploads } from './uploads.ts';

/** How much room copies of files that browsers handed over may take together. */
const RECEIVED_BYTES = 1_000_000_000;

type FileServiceOptions = Pick<HubOptions, 'dataFolder' | 'openWorkerScript' | 'version'> & {
  readonly feed: EventFeed;
  readonly tabs: Tabs;
  /** What the repository of a folder says; reports what is wrong with its file. */
  readonly projectOf: (folder: string) => Promise<FolderProject>;
  /** The folder of files on their way from and to a screen; emptied when the app ends. */
  readonly passing: string;
};

/** The commands that open files: by path, or handed over by a screen, or once more from the list of recent ones. */
export class FileService {
  readonly recent: RecentFiles;
  readonly #options: FileServiceOptions;
  readonly #uploads: Uploads;
  readonly #received: string;
  #indexes: Promise<KeptIndexes | undefined> | undefined;

  constructor(options: FileServiceOptions) {
    const { dataFolder, passing } = options;
    this.#options = options;
    this.#received = join(dataFolder, 'received');
    this.#uploads = new Uploads(passing, this.#received);
    this.recent = new RecentFiles(join(dataFolder, 'recent.json'), () => new Date());
  }

  readonly commands: Handlers<typeof FILE_COMMANDS> = {
    openRecording: ({ path }) => this.#open(resolve(path)),
    uploadStart: ({ name, sizeBytes }) => this.#uploads.start(name, sizeBytes),
    uploadPart: ({ upload, base64 }) => this.#uploads.part(upload, Buffer.from(base64, 'base64')),
    uploadEnd: async ({ upload }) => {
      const file = this.#uploads.end(upload);
      if (!file.ok) return file;
      const lost = () => this.#letGo([file.value]);
      const opened = await this.#open(file.value, lost);
      if (!opened.ok) await lost();
      return opened;
    },
    listRecent: async () => ok(await this.recent.list()),
    forgetRecent: (input) => this.#forget(input),
  };

  /** Takes away what lived as long as the app. */
  async close(): Promise<void> {
    await this.#uploads.clear();
    // A deleted recording must not be read in its index.
    await (await this.#keptIndexes())?.tidy();
  }

  /**
   * Resolves with the first rows of a large file, and with all of a small one. `lost` is called if the reading of
   * the rest failed or was cancelled.
   */
  async #open(path: string, lost?: () => Promise<void>): Promise<Result<{ sessions: readonly string[] }>> {
    const project = await this.#options.projectOf(dirname(path));
    const opening = new OpeningTabs({ ...this.#options, path, project });
    const reading = this.#read(path, opening, project);
    const first = await Promise.race([opening.shown, reading]);
    if ('ok' in first) return first;
    // The command is answered with the first rows; what happens to the rest is reported by itself.
    const fail = async (text: string): Promise<void> => {
      opening.remove();
      if (!opening.signal.aborted) this.#options.feed.notice({ level: 'error', text });
      await lost?.();
    };
    void reading
      .then((end) => (end.ok ? undefined : fail(end.error)))
      .catch((reason) => fail(`${path} cannot be opened: ${String(reason)}.`));
    return ok({ sessions: first });
  }

  async #read(
    path: string,
    opening: OpeningTabs,
    project: FolderProject,
  ): Promise<Result<{ sessions: readonly string[] }>> {
    const { openWorkerScript } = this.#options;
    const copyTo = await this.#uploads.freePath(RECORDING_SUFFIX);
    const opened = await openRecording(path, {
      workerScript: openWorkerScript,
      copyTo,
      indexes: await this.#keptIndexes(),
      signal: opening.signal,
      project: project.settings,
      onProgress: (progress) => opening.progressed(progress),
    });
    if (opened.ok) return ok({ sessions: await this.#opened(path, opened.value, opening, project) });
    await rm(copyTo, { force: true });
    return opened;
  }

  /** Every build has another worker: the names of the files that it is made of are digests of what they hold. */
  #keptIndexes(): Promise<KeptIndexes | undefined> {
    this.#indexes ??= this.#newIndexes();
    return this.#indexes;
  }

  async #newIndexes(): Promise<KeptIndexes | undefined> {
    const { dataFolder, version, openWorkerScript: path } = this.#options;
    const script = path === undefined ? undefined : await readFile(path).catch(() => undefined);
    if (script === undefined) return undefined;
    const build = `${version} ${process.version} ${createHash('sha256').update(script).digest('hex')}`;
    return new KeptIndexes({ folder: join(dataFolder, 'indexes'), build });
  }

  /** Puts a file that was read to its end in its tabs. */
  async #opened(
    path: string,
    file: OpenedRecording,
    opening: OpeningTabs,
    project: FolderProject,
  ): Promise<readonly string[]> {
    const { tabs } = this.#options;
    const received = this.#isReceived(path);
    await this.#letGo(await this.recent.add(path, formatTitle(file.format), received));
    await this.#letGo(await this.#tooMuch());
    const copy = received || file.format !== 'tierscope' ? this.#bookmarkedCopy(file) : undefined;
    const kept = file.format === 'tierscope' ? await readResult(path) : undefined;
    const shown = file.sessions.map((one) =>
      show(tabs, new OpenedSource({ file, opened: one, project, copy, kept }), opening.place(one.name)),
    );
    return shown.flatMap((session) => session ?? []);
  }

  /** Another tool's file takes no bookmarks, and a received one is not the user's own. */
  #bookmarkedCopy(file: OpenedRecording): BookmarkedCopy {
    const { header, format, notes, reach, sessions } = file;
    const startedAt = new Date(header.startedAt);
    const label = sessions[0]?.record?.label ?? 'recording';
    const folder = join(this.#options.dataFolder, 'recordings');
    return new BookmarkedCopy({
      reach,
      header: format === 'tierscope' ? undefined : importHeader(header, formatTitle(format), notes),
      newPath: () =>
        recordingFile(folder, Number.isNaN(startedAt.getTime()) ? new Date() : startedAt, label, 'marked'),
    });
  }

  async #forget({ paths }: CommandInput<'forgetRecent'>): Promise<Result<null>> {
    await this.#letGo(await this.recent.forget(paths));
    return ok(null);
  }

  /** Removes received copies that nobody can reach any more; one that a tab shows stays until it is closed. */
  async #letGo(paths: readonly string[]): Promise<void> {
    const shown = new Set(this.#options.tabs.all().map((tab) => tab.info.file));
    for (const path of paths) {
      if (!shown.has(path) && this.#isReceived(path))
        await rm(dirname(path), { recursive: true, force: true });
    }
  }

  /** The oldest received copies beyond their room: the list of recent files then says that they are gone. */
  async #tooMuch(): Promise<readonly string[]> {
    const received = (await this.recent.list()).filter((file) => file.received && file.missing === '');
    const sizes = await Promise.all(received.map(({ path }) => stat(path).catch(() => undefined)));
    let sum = 0;
    return received
      .filter((_, index) => {
        sum += sizes[index]?.size ?? 0;
        return index > 0 && sum > RECEIVED_BYTES;
      })
      .map(({ path }) => path);
  }

  #isReceived(path: string): boolean {
    const within = relative(this.#received, path);
    return within !== '' && !within.startsWith('..') && !resolve(within).startsWith(within);
  }
}

/** Shows the whole of a session where it belongs; gives its tab, which may be closed by now. */
function show(tabs: Tabs, source: OpenedSource, place: OpenedPlace): string | undefined {
  switch (place.kind) {
    case 'new':
      return tabs.add(() => source).session;
    case 'shown':
      tabs.switchTo(place.session, source);
      return place.session;
    case 'closed':
      return undefined;
  }
}
