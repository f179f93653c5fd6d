import { createHash, randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { Handlers } from '../../app/contract/command.ts';
import type { CommandInput } from '../../app/contract/commands.ts';
import type { FILE_COMMANDS } from '../../app/contract/recording-commands.ts';
import { formatTitle } from '../../app/recording/import/formats.ts';
import { importHeader } from '../../app/recording/import/import-journal.ts';
import { readResult } from '../checks/probe/saved-result.ts';
import type { FolderProject } from '../profiles/checked-project.ts';
import { IndexCache } from '../recording/index-cache.ts';
import { type OpenedRecording, openRecording, readyToLoad } from '../recording/opened-recording.ts';
import { RecentFiles } from '../recording/recent-files.ts';
import { BookmarkedCopy } from '../recording/recording-bookmarks.ts';
import { RECORDING_SUFFIX, recordingFile } from '../recording/recording-file.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { isAlive } from '../system/is-alive.ts';
import { makeFolder } from '../system/own-folder.ts';
import { OpenedSource } from './file-source.ts';
import type { HubOptions } from './host-api.ts';
import { OpeningTabs } from './opening-tabs.ts';
import type { EventFeed, Tabs } from './tabs.ts';

/** The total size limit for copies of files uploaded by browsers, in bytes. */
const RECEIVED_BYTES = 1_000_000_000;
/** The first picture of a screen goes first, in milliseconds. */
const READY_MS = 2000;

type FileServiceOptions = Pick<HubOptions, 'dataFolder' | 'openWorkerScript' | 'version'> & {
  readonly feed: EventFeed;
  readonly tabs: Tabs;
  /** Reads the project file of a folder, and reports problems with it. */
  readonly projectOf: (folder: string) => Promise<FolderProject>;
  /** The folder of files in transit to or from a screen; emptied when the app ends. */
  readonly passing: string;
};

/** The commands that open files: by path, uploaded by a screen, or from the list of recent files. */
export class FileService {
  readonly recent: RecentFiles;
  readonly #options: FileServiceOptions;
  readonly #uploads: Uploads;
  readonly #received: string;
  #indexes: Promise<IndexCache | undefined> | undefined;

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
      if (opened.ok) return opened;
      await lost();
      return err(asGiven(opened.error, file.value));
    },
    listRecent: async () => {
      // A screen that offers files may soon open one.
      const script = this.#options.openWorkerScript;
      if (script !== undefined) setTimeout(() => readyToLoad(script), READY_MS).unref();
      return ok(await this.recent.list());
    },
    forgetRecent: (input) => this.#forget(input),
  };

  async close(): Promise<void> {
    await this.#uploads.clear();
    // A deleted recording must not remain readable in its index.
    await (await this.#keptIndexes())?.tidy();
  }

  /** Reopens a file from the last run without switching to it. A missing file is not an error. */
  async reopen(path: string): Promise<void> {
    await this.#open(path, undefined, '');
  }

  /** Resolves with the first rows of a large file. `lost` is called if reading the rest fails or is cancelled. */
  async #open(
    path: string,
    lost?: () => Promise<void>,
    window?: string,
  ): Promise<Result<{ sessions: readonly string[] }>> {
    const project = await this.#options.projectOf(dirname(path));
    const opening = new OpeningTabs(this.#options.tabs, { path, project, window });
    const reading = this.#read(opening);
    const first = await Promise.race([opening.shown, reading]);
    if ('ok' in first) return first;
    // The command is answered with the first rows; problems with the rest are reported separately.
    const fail = async (text: string): Promise<void> => {
      opening.remove();
      const said = lost === undefined ? text : asGiven(text, path);
      if (!opening.signal.aborted) this.#options.feed.notice({ level: 'error', text: said });
      await lost?.();
    };
    void reading
      .then((end) => (end.ok ? undefined : fail(end.error)))
      .catch((reason) => fail(`${path} cannot be opened: ${String(reason)}.`));
    return ok({ sessions: first });
  }

  async #read(opening: OpeningTabs): Promise<Result<{ sessions: readonly string[] }>> {
    const { path, project } = opening.of;
    const copyTo = await this.#uploads.freePath(RECORDING_SUFFIX);
    const opened = await openRecording(path, {
      workerScript: this.#options.openWorkerScript,
      copyTo,
      indexes: await this.#keptIndexes(),
      signal: opening.signal,
      project: project.settings,
      onProgress: (progress) => opening.progressed(progress),
    });
    if (opened.ok) return ok({ sessions: await this.#opened(opened.value, opening) });
    await rm(copyTo, { force: true });
    return opened;
  }

  /** Every build has a different worker: the names of its chunks contain their digests. */
  #keptIndexes(): Promise<IndexCache | undefined> {
    this.#indexes ??= this.#newIndexes();
    return this.#indexes;
  }

  async #newIndexes(): Promise<IndexCache | undefined> {
    const { dataFolder, version, openWorkerScript: path } = this.#options;
    const script = path === undefined ? undefined : await readFile(path).catch(() => undefined);
    if (script === undefined) return undefined;
    const build = `${version} ${process.version} ${createHash('sha256').update(script).digest('hex')}`;
    return new IndexCache({ folder: join(dataFolder, 'indexes'), build });
  }

  async #opened(file: OpenedRecording, opening: OpeningTabs): Promise<readonly string[]> {
    const { path, project, window } = opening.of;
    const received = this.#isReceived(path);
    await this.#letGo(await this.recent.add(path, formatTitle(file.format), received));
    await this.#letGo(await this.#tooMuch());
    const copy = received || file.format !== 'tierscope' ? this.#bookmarkedCopy(file) : undefined;
    const kept = file.format === 'tierscope' ? await readResult(path) : undefined;
    return file.sessions.flatMap((one) =>
      opening.opened(one.name, new OpenedSource({ file, opened: one, project, copy, kept, window })),
    );
  }

  /** Another tool's file cannot store bookmarks, and an uploaded file is not the user's own. */
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

  /** Removes uploaded copies that are out of reach; a copy shown in a tab stays until the tab is closed. */
  async #letGo(paths: readonly string[]): Promise<void> {
    const shown = new Set(this.#options.tabs.all().map((tab) => tab.info.file));
    for (const path of paths) {
      if (!shown.has(path) && this.#isReceived(path))
        await rm(dirname(path), { recursive: true, force: true });
    }
  }

  /** The oldest uploaded copies beyond the size limit; the list of recent files shows them as gone. */
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

/** Larger files are opened from the command line, not uploaded through the page. */
const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024;

/** Files that a screen uploads in parts, kept as long as they can be reopened. */
export class Uploads {
  readonly #folder: string;
  readonly #received: string;
  readonly #files = new Map<string, string>();

  /** `folder` lives as long as the app; `received` is permanent. */
  constructor(folder: string, received: string) {
    this.#folder = folder;
    this.#received = received;
  }

  async start(name: string, sizeBytes: number): Promise<Result<{ upload: string }>> {
    if (sizeBytes > MAX_UPLOAD_BYTES) {
      return err(`"${name}" is larger than 1 GiB. Open it from the command line: tierscope open <file>.`);
    }
    const upload = randomUUID();
    const folder = join(this.#received, upload);
    const file = join(folder, safeName(name));
    try {
      await makeFolder(folder);
      await writeFile(file, '', { mode: 0o600, flag: 'wx' });
    } catch (error) {
      return err(`"${name}" cannot be received in ${this.#received}: ${writeFailure(error, file)}.`);
    }
    this.#files.set(upload, file);
    return ok({ upload });
  }

  /** Appends bytes. Fails if the upload is unknown, is too large, or cannot be written to disk. */
  async part(upload: string, bytes: Uint8Array): Promise<Result<null>> {
    const file = this.#files.get(upload);
    if (file === undefined) return err('This file is not being received. Open it again.');
    try {
      await appendFile(file, bytes);
    } catch (error) {
      await this.#drop(upload);
      return err(`${basename(file)} cannot be received: ${fileFailure(error)}.`);
    }
    if ((await stat(file)).size > MAX_UPLOAD_BYTES) {
      await this.#drop(upload);
      return err('The file grew beyond 1 GiB while it was received. Open it from the command line.');
    }
    return ok(null);
  }

  end(upload: string): Result<string> {
    const file = this.#files.get(upload);
    this.#files.delete(upload);
    return file === undefined ? err('This file is not being received. Open it again.') : ok(file);
  }

  async freePath(suffix: string): Promise<string> {
    await makeFolder(this.#folder);
    return join(this.#folder, `${randomUUID()}${suffix}`);
  }

  /** Removes temporary files, including those of killed runs, and incomplete uploads. */
  async clear(): Promise<void> {
    const runs = await readdir(dirname(this.#folder)).catch(() => []);
    const dead = runs.filter((run) => run === basename(this.#folder) || !isAlive(Number(run)));
    await Promise.all([
      ...dead.map((run) => rm(join(dirname(this.#folder), run), { recursive: true, force: true })),
      ...[...this.#files.keys()].map((upload) => this.#drop(upload)),
    ]);
  }

  async #drop(upload: string): Promise<void> {
    this.#files.delete(upload);
    await rm(join(this.#received, upload), { recursive: true, force: true });
  }
}

/** A sentence about an uploaded file, with the name that the user knows. */
function asGiven(text: string, path: string): string {
  return text.replaceAll(path, basename(path));
}

function safeName(name: string): string {
  const base = basename(name.replaceAll('\\', '/')).replace(/[^\w.-]+/g, '_');
  return base === '' || base.startsWith('.') ? `file${base}` : base;
}
