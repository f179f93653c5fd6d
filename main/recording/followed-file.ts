import type { FileHandle } from 'node:fs/promises';
import type { KnownRecord } from '../../app/frame/record.ts';
import { MAX_RECORD_BYTES, RecordingReader } from '../../app/recording/recording-reader.ts';
import { LineSplitter } from '../../app/wire/line-splitter.ts';
import { openRegular } from '../system/regular-file.ts';
import { hostTurns } from '../system/turn-slices.ts';
import { RecordIndex } from './record-index.ts';
import { placeOf } from './recording-sink.ts';

const CHUNK_BYTES = 1024 * 1024;
/** After this many reads without new data, the file's path is checked. */
const LOOK_EVERY_READS = 10;

/** A recording written by another process, read as it grows. */
export class FollowedFile {
  readonly index = new RecordIndex();
  readonly reader = new RecordingReader();
  readonly #path: string;
  readonly #onRecord: (record: KnownRecord) => void;
  readonly #lines = new LineSplitter(MAX_RECORD_BYTES);
  readonly #buffer = Buffer.alloc(CHUNK_BYTES);
  #handle: FileHandle | undefined;
  #offset = 0;
  #lineOffset = 0;
  #reading: Promise<void> = Promise.resolve();
  #idleReads = 0;
  #problem = '';

  constructor(path: string, onRecord: (record: KnownRecord) => void) {
    this.#path = path;
    this.#onRecord = onRecord;
  }

  catchUp(): Promise<void> {
    // A failure, such as a file that does not exist yet, is reported once and retried.
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readOn());
    return this.#reading;
  }

  /** Why reading ended, if another program changed the file; empty while there is no problem. */
  get problem(): string {
    return this.#problem;
  }

  async close(): Promise<void> {
    await this.#reading.catch(() => undefined);
    await this.#handle?.close();
    this.#handle = undefined;
  }

  async #readOn(): Promise<void> {
    if (this.#problem !== '') return;
    this.#handle ??= await openRegular(this.#path);
    for (;;) {
      const { bytesRead } = await this.#handle.read(this.#buffer, 0, CHUNK_BYTES, this.#offset);
      if (bytesRead === 0) return this.#look(this.#handle);
      this.#idleReads = 0;
      this.#offset += bytesRead;
      // The splitter keeps parts of lines, so it must not get a reused buffer.
      await hostTurns.run(this.#records(Uint8Array.from(this.#buffer.subarray(0, bytesRead))));
    }
  }

  *#records(chunk: Uint8Array): Generator<void> {
    for (const line of this.#lines.lines(chunk)) {
      const length = line.bytes.length + line.truncatedBytes;
      const record = this.reader.read(line, true);
      if (record !== undefined) {
        this.index.push(record.seq, this.#lineOffset, length);
        this.#onRecord(record);
      }
      this.#lineOffset += length + 1;
      yield;
    }
  }

  /** At the end of the file: either the writer is idle, or it now writes to another file. */
  async #look(handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    this.#idleReads += 1;
    const isTruncated = size < this.#offset;
    if (!isTruncated && this.#idleReads % LOOK_EVERY_READS !== 0) return;
    const place = isTruncated ? 'same' : await placeOf(this.#path, handle);
    if (!isTruncated && place === 'same') return;
    const harm = isTruncated ? 'truncated' : place === 'none' ? 'deleted or moved' : 'replaced';
    this.#problem = `The recording ${this.#path} was ${harm} while it was read. What came after is not shown here: its writer goes on in a fresh file beside it, which has the same name and a number.`;
  }
}
