import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import type {
  EarlierRecording,
  RecordingFile,
  RecordingLimit,
} from '../../app/contract/recording-commands.ts';
import { RecordingReader } from '../../app/recording/recording-reader.ts';
import { LogModel } from '../../app/session/log-model.ts';
import { isSameServer, type ServerTraits, traitsOf } from '../../app/session/same-server.ts';
import { startOf } from '../session/command-line.ts';
import { fileFailure } from '../system/file-failure.ts';
import { locked } from '../system/file-lock.ts';
import { isAlive } from '../system/is-alive.ts';
import { OwnedJson } from '../system/json-file.ts';
import { makeFolder } from '../system/own-folder.ts';
import { readUpTo, withRegular } from '../system/regular-file.ts';
import { RecordLines } from './load-recording.ts';
import { probeResultFile, RECORDING_SUFFIX, withoutSuffix } from './recording-file.ts';

const STAMP = /^\d{8}-\d{6}-/;

type ShelfOptions = {
  readonly dataFolder: string;
  /** True for a file that a session writes or shows: it keeps its name and place. */
  readonly isOpen: (path: string) => boolean;
  /** Names this run's part of the trash. */
  readonly pid: number;
};

/** The recordings folder, with a trash and a size limit in bytes for recordings that no user named or kept. */
export class RecordingLibrary {
  readonly folder: string;
  readonly #options: ShelfOptions;
  readonly #trashes: string;
  readonly #trash: string;
  readonly #settings: OwnedJson<z.infer<typeof settingsSchema>>;
  /** The recordings that this run removed to keep the limit. */
  #removed: readonly string[] = [];

  constructor(options: ShelfOptions) {
    this.#options = options;
    this.folder = join(options.dataFolder, 'recordings');
    this.#trashes = join(options.dataFolder, 'trash');
    this.#trash = join(this.#trashes, String(options.pid));
    const settings = join(options.dataFolder, 'recordings.json');
    this.#settings = new OwnedJson(settings, settingsSchema, settingsSchema.parse({}));
  }

  /** Renames a recording; its date stays in front. Returns the new file name, or a sentence. */
  async rename(name: string, to: string): Promise<Result<string>> {
    const free = this.#free(name, 'rename');
    if (!free.ok) return free;
    const from = free.value;
    const plain = withoutSuffix(to)
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-')
      .replace(/^[.\s]+|[.\s]+$/g, '');
    if (plain === '') return err(`"${to}" has no letter that a file name could have.`);
    const stamp = STAMP.test(plain) ? '' : (STAMP.exec(name)?.[0] ?? '');
    const target = `${stamp}${plain}${RECORDING_SUFFIX}`;
    if (target === name) return ok(name);
    // Another app may choose the same name.
    const done = await locked(this.folder, async () =>
      existsSync(join(this.folder, target))
        ? err(`There is another recording named ${target}.`)
        : moved(from, join(this.folder, target), target),
    );
    if (done.ok) await this.keep([target], true);
    return done;
  }

  /** The recordings, newest first, each with whether it is kept. */
  async list(): Promise<RecordingFile[]> {
    const { kept } = (await this.#settings.read()).value;
    const files = await listRecordings(this.folder);
    return files.map((file) => ({ ...file, kept: kept.includes(file.name) }));
  }

  /** Exempts recordings from the limit, or ends that. */
  keep(names: readonly string[], keep: boolean): Promise<Result<null>> {
    return this.#settings.change(({ limitBytes, kept }) => {
      const others = kept.filter((name) => !names.includes(name));
      return { limitBytes, kept: keep ? [...others, ...names] : others };
    });
  }

  /** Moves recordings to the trash; returns their names, or a sentence if none could be moved. */
  async remove(names: readonly string[]): Promise<Result<readonly string[]>> {
    const gone: string[] = [];
    let failure = '';
    await makeFolder(this.#trash);
    for (const name of names) {
      const free = this.#free(name, 'delete');
      const done = free.ok ? await moved(free.value, join(this.#trash, name), name) : free;
      if (done.ok) gone.push(name);
      else failure ||= done.error;
    }
    return gone.length === 0 && failure !== '' ? err(failure) : ok(gone);
  }

  async restore(names: readonly string[]): Promise<Result<null>> {
    for (const name of names) {
      const path = this.#path(name);
      if (path === undefined) return unknown(name);
      if (existsSync(path)) return err(`There is another recording named ${name} by now.`);
      const back = await moved(join(this.#trash, name), path, name);
      if (!back.ok) return back;
      // A recording restored against the limit is meant to stay.
      if (this.#removed.includes(name)) await this.keep([name], true);
      this.#removed = this.#removed.filter((other) => other !== name);
    }
    return ok(null);
  }

  async limit(): Promise<RecordingLimit> {
    const { limitBytes } = (await this.#settings.read()).value;
    const automatic = (await this.list()).filter(({ kept }) => !kept);
    const usedBytes = automatic.reduce((sum, file) => sum + file.sizeBytes, 0);
    return { limitBytes, usedBytes, removed: this.#removed };
  }

  setLimit(limitBytes: number): Promise<Result<null>> {
    return this.#settings.change((settings) => ({ ...settings, limitBytes }));
  }

  /** Moves the oldest automatic recordings to the trash until the rest fit; returns their names. */
  async keepLimit(): Promise<readonly string[]> {
    const { limitBytes, usedBytes } = await this.limit();
    let over = usedBytes - limitBytes;
    const going: string[] = [];
    for (const file of (await this.list()).reverse()) {
      if (over <= 0) break;
      if (file.kept || this.#options.isOpen(file.path)) continue;
      going.push(file.name);
      over -= file.sizeBytes;
    }
    if (going.length === 0) return [];
    const gone = await this.remove(going);
    if (!gone.ok) return [];
    this.#removed = [...this.#removed, ...gone.value];
    return gone.value;
  }

  /** Empties the trash of this run and of killed runs. */
  async emptyTrash(): Promise<void> {
    const runs = await readdir(this.#trashes).catch(() => []);
    const dead = runs.filter((run) => run === String(this.#options.pid) || !isAlive(Number(run)));
    await Promise.all(dead.map((run) => rm(join(this.#trashes, run), { recursive: true, force: true })));
  }

  /** The path of a recording that is not open in a tab. Fails with a sentence. */
  #free(name: string, act: 'rename' | 'delete'): Result<string> {
    const path = this.#path(name);
    if (path === undefined) return unknown(name);
    return this.#options.isOpen(path)
      ? err(`${name} is open in a tab. Close the tab to ${act} it.`)
      : ok(path);
  }

  /** The path of a recording by name; undefined if the name is not valid in this folder. */
  #path(name: string): string | undefined {
    const plain = basename(name) === name && !name.includes('\\') && name.endsWith(RECORDING_SUFFIX);
    return plain ? join(this.folder, name) : undefined;
  }
}

async function moved(from: string, to: string, name: string): Promise<Result<string>> {
  try {
    await rename(from, to);
    await rename(probeResultFile(from), probeResultFile(to)).catch(noneWhereMissing);
    return ok(name);
  } catch (error) {
    return err(`${from} cannot be moved: ${fileFailure(error)}.`);
  }
}

function unknown(name: string): Result<never> {
  return err(`There is no recording named ${name}.`);
}

export type ListedRecording = Omit<RecordingFile, 'kept'>;

/** The recordings in a folder, newest first; none if the folder does not exist. */
export async function listRecordings(folder: string): Promise<ListedRecording[]> {
  const names = await readdir(folder).catch(noneWhereMissing);
  const files = await Promise.all(
    names.filter((name) => name.endsWith(RECORDING_SUFFIX)).map((name) => describe(folder, name)),
  );
  return files
    .flat()
    .sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt) || b.name.localeCompare(a.name));
}

async function describe(folder: string, name: string): Promise<ListedRecording[]> {
  const path = join(folder, name);
  const found = await stat(path).catch(noneWhereMissing);
  if (Array.isArray(found) || !found.isFile()) return [];
  return [{ path, name, sizeBytes: found.size, modifiedAt: found.mtime.toISOString() }];
}

/** A file may disappear while the folder is read; other errors are rethrown. */
function noneWhereMissing(error: unknown): never[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

const DEFAULT_LIMIT_BYTES = 2_000_000_000;

const settingsSchema = z.object({
  limitBytes: z.number().default(DEFAULT_LIMIT_BYTES),
  kept: z.array(z.string()).default([]),
});

type RecordedRun = ServerTraits & {
  readonly file: string;
  /** ISO 8601. */
  readonly startedAt: string;
};

type Head = {
  readonly startedAt: string;
  readonly label: string;
  readonly sessions: readonly ServerTraits[];
};

/** The start of a file; undefined for a probe's recording or a file without sessions. */
type ReadStart = {
  readonly head: Head | undefined;
  /** The size of the file when read: an incomplete start is reread once the file has grown. */
  readonly bytes: number;
};

type Listing = { readonly stamp: string; readonly files: readonly ListedRecording[] };

/** The command and the handshake are in the first records. */
const HEAD_BYTES = 256 * 1024;
const MAX_READ = 200;
const MAX_GIVEN = 30;

/** Finds the earlier recordings of a server. A folder is listed again when it changes; each start is read once. */
export class EarlierRecordings {
  readonly #folder: string;
  readonly #list: typeof listRecordings;
  readonly #listings = new Map<string, Listing>();
  readonly #starts = new Map<string, ReadStart>();

  /** `folder` contains the app's own recordings. */
  constructor(folder: string, list: typeof listRecordings = listRecordings) {
    this.#folder = folder;
    this.#list = list;
  }

  /** The recordings of the same server that began before this run, newest first, without probes. */
  async of(run: RecordedRun): Promise<readonly EarlierRecording[]> {
    const own = run.file === '' ? [] : [dirname(resolve(run.file))];
    const folders = new Set([resolve(this.#folder), ...own]);
    const lists = await Promise.all([...folders].map((folder) => this.#filesIn(folder)));
    const newest = lists
      .flat()
      .sort((a, b) => b.modifiedAt.localeCompare(a.modifiedAt))
      .slice(0, MAX_READ);
    const found: EarlierRecording[] = [];
    for (const { path, name, sizeBytes } of newest) {
      if (resolve(path) === resolve(run.file || '.')) continue;
      const head = await this.#head(path);
      if (head === undefined || head.startedAt >= run.startedAt) continue;
      const place = head.sessions.findLastIndex((session) => isSameServer(session, run));
      if (place < 0) continue;
      found.push({ path, name, sizeBytes, startedAt: head.startedAt, label: head.label, place });
    }
    return found.sort((a, b) => b.startedAt.localeCompare(a.startedAt)).slice(0, MAX_GIVEN);
  }

  /** The recordings in a folder, whose modification time changes with each file added, removed or renamed. */
  async #filesIn(folder: string): Promise<readonly ListedRecording[]> {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) return [];
    const stamp = `${found.ino} ${found.mtimeMs}`;
    const known = this.#listings.get(folder);
    if (known?.stamp === stamp) return known.files;
    const files = await this.#list(folder).catch(() => []);
    this.#listings.set(folder, { stamp, files });
    return files;
  }

  async #head(path: string): Promise<Head | undefined> {
    const known = this.#starts.get(path);
    if (known !== undefined && known.bytes >= HEAD_BYTES) return known.head;
    const { size: bytes = 0 } = (await stat(path).catch(() => undefined)) ?? {};
    if (known?.bytes === bytes) return known.head;
    const isProbe = await stat(probeResultFile(path)).catch(() => undefined);
    const head = isProbe === undefined ? await readHead(path).catch(() => undefined) : undefined;
    this.#starts.set(path, { head, bytes });
    return head;
  }
}

async function readHead(path: string): Promise<Head | undefined> {
  const bytes = await withRegular(path, (handle) => readUpTo(handle, 0, HEAD_BYTES));
  const reader = new RecordingReader();
  const log = new LogModel();
  const lines = new RecordLines(reader, (record) => void log.take(record));
  lines.push(bytes);
  if (reader.refusal !== '' || log.sessionNames.length === 0) return undefined;
  const sessions = log.sessionNames.map((name) => {
    const { server } = log.model(name).facts.peers;
    return traitsOf({ ...startOf(log.sessionRecord(name)), server });
  });
  const label = log.sessionNames.map((name) => log.sessionRecord(name)?.label ?? name).join(', ');
  return { startedAt: reader.header.startedAt, label, sessions };
}
