import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderNow } from './own-folder.ts';

/** Bytes on the disk for this process alone: the file loses its name at once, so that nothing outlives the process. */
export class SpillFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #length = 0;
  #closed = false;

  /** `path` must be free; the file is made when the first bytes come, for its owner's eyes only. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Takes bytes and gives the offset at which they lie. Throws as the disk does: then none of them are kept. */
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

  /** Bytes that were appended. Throws if the disk does not give them. */
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

  /** Gives the room on the disk back. */
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
      // A system that keeps the name of an open file: the folder is cleared when the app ends or starts.
    }
    return this.#descriptor;
  }
}
