import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure } from '../recording/file-failure.ts';

/** Above this a file is opened from the command line, not sent through the page. */
const MAX_UPLOAD_BYTES = 1024 * 1024 * 1024;

/** Files that a screen sends in pieces, kept below the data folder while they are open. */
export class Uploads {
  readonly #folder: string;
  readonly #files = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(name: string, sizeBytes: number): Promise<Result<{ upload: string }>> {
    if (sizeBytes > MAX_UPLOAD_BYTES) {
      return err(`"${name}" is larger than 1 GiB. Open it from the command line: tierscope open <file>.`);
    }
    const upload = randomUUID();
    const file = join(this.#folder, upload, safeName(name));
    await mkdir(join(this.#folder, upload), { recursive: true, mode: 0o700 });
    await writeFile(file, '', { mode: 0o600 });
    this.#files.set(upload, file);
    return ok({ upload });
  }

  /** Takes the next bytes. Fails where the file is unknown, grew too large, or the disk takes no more. */
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

  /** A free path in the folder, for a copy that lives as long as the app. */
  async freePath(suffix: string): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return join(this.#folder, `${randomUUID()}${suffix}`);
  }

  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #drop(upload: string): Promise<void> {
    this.#files.delete(upload);
    await rm(join(this.#folder, upload), { recursive: true, force: true });
  }
}

function safeName(name: string): string {
  const base = basename(name.replaceAll('\\', '/')).replace(/[^\w.-]+/g, '_');
  return base === '' || base.startsWith('.') ? `file${base}` : base;
}
