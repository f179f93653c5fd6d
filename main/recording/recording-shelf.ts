import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '../../app/base/result.ts';
import type { RecordingFile, RecordingLimit } from '../../app/contract/recording-commands.ts';
import { fileFailure } from '../system/file-failure.ts';
import { locked } from '../system/file-lock.ts';
import { isAlive } from '../system/is-alive.ts';
import { OwnedJson } from '../system/json-file.ts';
import { makeFolder } from '../system/own-folder.ts';
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
export class RecordingShelf {
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
