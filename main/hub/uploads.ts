import { randomUUID } from 'node:crypto';
import { appendFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure, writeFailure } from '../system/file-failure.ts';
import { isAlive } from '../system/is-alive.ts';
import { makeFolder } from '../system/own-folder.ts';

/** Above this a file is opened from the command line, not sent through the page. */
const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024;

/** Files that a screen sends in pieces, kept while they can be opened again. */
export class Uploads {
  readonly #folder: string;
  readonly #received: string;
  readonly #files = new Map<string, string>();

  /** `folder` exists as long as the app; `received` stays. */
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

  /** Takes the next bytes. Fails if the file is unknown, grew too large, or the disk takes no more. */
  async part(upload: string, bytes: Uint8Array): Promise<Result<null>> {
    const file = this.#files.get(upload);
    if (file === undefined) return err('This file is not being received. Open it once more.');
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

  /** The path of the whole file. */
  end(upload: string): Result<string> {
    const file = this.#files.get(upload);
    this.#files.delete(upload);
    return file === undefined ? err('This file is not being received. Open it once more.') : ok(file);
  }

  /** A free path in the folder, for a copy that exists as long as the app. */
  async freePath(suffix: string): Promise<string> {
    await makeFolder(this.#folder);
    return join(this.#folder, `${randomUUID()}${suffix}`);
  }

  /** Removes what lived as long as the app, also of runs that were killed, and files that were cut off. */
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

function safeName(name: string): string {
  const base = basename(name.replaceAll('\\', '/')).replace(/[^\w.-]+/g, '_');
  return base === '' || base.startsWith('.') ? `file${base}` : base;
}
