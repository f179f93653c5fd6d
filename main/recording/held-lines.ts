import { crc32 } from 'node:zlib';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';

/** Lines are encoded one behind the other in memory of this size, in bytes, unless a single line is longer. */
const ROOM_BYTES = 1024 * 1024;
const LINE_FEED = Uint8Array.of(0x0a);

/** A line in memory: UTF-8 with its line feed, or for a long line its pieces without it, and its record. */
export type HeldLine = Uint8Array | LongLine;
type LongLine = { readonly pieces: EncodedText; readonly record: KnownRecord };

/** Lines not on disk yet, in order; a line leaves when its last byte is written, and its memory is used again. */
export class HeldLines {
  #lines: HeldLine[] = [];
  #room = Buffer.alloc(0);
  /** How much of it holds lines, in bytes. */
  #used = 0;
  #bytes = 0;
  #longest = 0;
  #batch: Uint8Array | undefined;
  /** How many lines this batch completes: none for a piece of a long line other than its last. */
  #batchLines = 0;
  /** The number of written pieces of a long line. */
  #pieces = 0;
  /** Their CRC-32. */
  #sum = 0;
  #written = 0;
  #left = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** The longest line since the queue was empty, in bytes: a single one of 64 MB must not fill the memory limit. */
  get longest(): number {
    return this.#longest;
  }

  get count(): number {
    return this.#lines.length;
  }

  get holdsLong(): boolean {
    return this.#lines.some(isLong);
  }

  get left(): number {
    return this.#left;
  }

  /** Adds the pieces of a line without its line feed; gives its UTF-8 with it, which lasts until the next `wrote`. */
  add(pieces: readonly string[]): Uint8Array {
    const line = this.#roomFor(pieces.reduce((bytes, piece) => bytes + Buffer.byteLength(piece), 1));
    const end = pieces.reduce((at, piece) => at + line.write(piece, at), 0);
    line[end] = 0x0a;
    this.#push(line, line.length);
    return line;
  }

  /** Adds a long line; `bytes` is its length with its line feed. */
  addLong(line: LongLine, bytes: number): void {
    this.#push(line, bytes);
  }

  #roomFor(bytes: number): Buffer {
    if (this.#lines.length === 0) this.#used = 0;
    // The room of a very long line is not kept.
    const isTooBig = this.#used === 0 && this.#room.length > Math.max(ROOM_BYTES, bytes);
    if (isTooBig || this.#used + bytes > this.#room.length) {
      this.#room = Buffer.allocUnsafeSlow(Math.max(ROOM_BYTES, bytes));
      this.#used = 0;
    }
    this.#used += bytes;
    return this.#room.subarray(this.#used - bytes, this.#used);
  }

  #push(line: HeldLine, bytes: number): void {
    this.#longest = this.#lines.length === 0 ? bytes : Math.max(this.#longest, bytes);
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  /** Lines by number, counted from the first line ever: `from` inclusive, `to` exclusive. */
  slice(from: number, to: number): HeldLine[] {
    return this.#lines.slice(Math.max(0, from - this.#left), Math.max(0, to - this.#left));
  }

  next(): Uint8Array {
    this.#batch ??= this.#nextBatch();
    return this.#batch.subarray(this.#written);
  }

  #nextBatch(): Uint8Array {
    this.#written = 0;
    const [first] = this.#lines;
    if (first !== undefined && isLong(first)) {
      this.#batchLines = this.#pieces < first.pieces.length ? 0 : 1;
      return first.pieces[this.#pieces] ?? LINE_FEED;
    }
    const until = this.#lines.findIndex((line) => isLong(line) || line.buffer !== first?.buffer);
    const together = this.#lines.slice(0, until < 0 ? undefined : until) as Uint8Array[];
    this.#batchLines = together.length;
    const start = first?.byteOffset ?? 0;
    const last = together.at(-1);
    const end = last === undefined ? start : last.byteOffset + last.length;
    return new Uint8Array(first?.buffer ?? new ArrayBuffer(0), start, end - start);
  }

  /** Restarts the current batch for another file; `lost` lines were written in vain. */
  restart(lost: number): void {
    this.#batch = undefined;
    this.#pieces = 0;
    this.#sum = 0;
    this.#left -= lost;
  }

  /** Marks the first `bytes` of `next` as written. Returns the CRC-32 of a long line that this completes. */
  wrote(bytes: number): number | undefined {
    this.#written += bytes;
    const batch = this.#batch;
    if (batch === undefined || this.#written < batch.length) return undefined;
    this.#bytes -= batch.length;
    this.#left += this.#batchLines;
    const [first] = this.#lines;
    this.#lines = this.#lines.slice(this.#batchLines);
    this.#batch = undefined;
    return first !== undefined && isLong(first) ? this.#wrotePiece(batch) : undefined;
  }

  #wrotePiece(piece: Uint8Array): number | undefined {
    const sum = this.#sum;
    const isLast = this.#batchLines > 0;
    this.#pieces = isLast ? 0 : this.#pieces + 1;
    this.#sum = isLast ? 0 : crc32(piece, sum);
    return isLast ? sum : undefined;
  }
}

function isLong(line: HeldLine): line is LongLine {
  return 'pieces' in line;
}

/** The limit of unencoded text, in characters. */
const MUCH_CHARS = 64 * 1024;
const CHARS_OF_RECORD = 100;

type Fresh = { readonly record: KnownRecord; readonly text: EncodedText | undefined };

const NONE: readonly Fresh[] = [];

/** Appended records that are not encoded as lines yet. */
export class FreshRecords {
  #fresh: Fresh[] = [];
  #chars = 0;

  get count(): number {
    return this.#fresh.length;
  }

  /** True if they should not wait for the next flush. */
  get isMuch(): boolean {
    return this.#chars >= MUCH_CHARS;
  }

  push(record: KnownRecord, text: EncodedText | undefined): void {
    this.#fresh.push({ record, text });
    this.#chars += charsOf(record);
  }

  take(): readonly Fresh[] {
    if (this.#fresh.length === 0) return NONE;
    const fresh = this.#fresh;
    this.#fresh = [];
    this.#chars = 0;
    return fresh;
  }
}

function charsOf(record: KnownRecord): number {
  switch (record.type) {
    case 'frame':
      return CHARS_OF_RECORD + (record.raw ?? record.rawBase64 ?? '').length;
    case 'stderr':
      return CHARS_OF_RECORD + record.text.length;
    case 'client':
      return CHARS_OF_RECORD + record.message.length;
    default:
      return CHARS_OF_RECORD;
  }
}
