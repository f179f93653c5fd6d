import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderNow } from './own-folder.ts';

/** Bytes on disk for this process only: the file is unlinked at once, so that it cannot outlive the process. */
export class SpillFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #length = 0;
  #closed = false;

  /** `path` must be free; the file is created with the first bytes, readable by its owner only. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Appends bytes and returns their offset. On a disk error throws and keeps none of them. */
  append(bytes: Uint8Array): number {
    if (this.#closed) throw new Error('the file is closed');
    const descriptor = this.#opened();
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(descriptor, bytes, done, bytes.length - done, this.#length + done);
    }
    const offset = this.#length;
    this.#length += bytes.length;
    return offset;
  }

  /** Appended bytes. Throws on disk errors. */
  read(offset: number, length: number): Buffer {
    if (this.#descriptor === undefined) throw new Error('the file is closed');
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (read === 0) throw new Error('the file is shorter than it was');
      done += read;
    }
    return bytes;
  }

  /** Frees the disk space. */
  close(): void {
    this.#closed = true;
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #opened(): number {
    if (this.#descriptor !== undefined) return this.#descriptor;
    makeFolderNow(dirname(this.#path));
    this.#descriptor = openSync(this.#path, 'wx+', 0o600);
    try {
      unlinkSync(this.#path);
    } catch {
      // Some systems cannot unlink an open file: the folder is cleared when the app ends or starts.
    }
    return this.#descriptor;
  }
}
