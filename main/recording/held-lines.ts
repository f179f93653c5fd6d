import { crc32 } from 'node:zlib';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { EncodedText } from '../../app/recording/encode-record.ts';

/** This much is written at once, in bytes, unless one line is longer. */
const BATCH_BYTES = 4 * 1024 * 1024;
const LINE_FEED = Uint8Array.of(0x0a);

/** A line in memory: in UTF-8 with its line feed, a long one as its pieces without it and what it holds. */
export type HeldLine = Uint8Array | LongLine;
type LongLine = { readonly pieces: EncodedText; readonly record: KnownRecord };

/** Lines that are not on disk yet, in order; a line leaves when its last byte is written. */
export class HeldLines {
  #lines: HeldLine[] = [];
  #bytes = 0;
  #longest = 0;
  #batch: Uint8Array | undefined;
  /** How many lines have left when the batch is written: none with a piece of a long line that is not its last. */
  #batchLines = 0;
  /** How many pieces of a long line are written. */
  #pieces = 0;
  /** The CRC-32 of those. */
  #sum = 0;
  #written = 0;
  #left = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** The longest line since none was held, in bytes: one of 64 MB must not be all that memory takes. */
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

  /** Adds a line; `bytes` is its length in UTF-8, that of the line feed included. */
  push(line: HeldLine, bytes: number): void {
    this.#longest = this.#lines.length === 0 ? bytes : Math.max(this.#longest, bytes);
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  /** Lines by their number since the first ever, `from` included and `to` not. */
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
    const lines: Uint8Array[] = [];
    let bytes = 0;
    for (const line of this.#lines) {
      if (isLong(line) || bytes > BATCH_BYTES) break;
      lines.push(line);
      bytes += line.length;
    }
    this.#batchLines = lines.length;
    return Buffer.concat(lines, bytes);
  }

  /** Takes back a batch that was begun, for another file, and that this many lines left in vain. */
  restart(lost: number): void {
    this.#batch = undefined;
    this.#pieces = 0;
    this.#sum = 0;
    this.#left -= lost;
  }

  /** Says that the first `bytes` of `next` are on disk. Gives the CRC-32 of a long line whose last they were. */
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

/** This much waits to become lines, in characters. */
const MUCH_CHARS = 64 * 1024;
const CHARS_OF_RECORD = 100;

type Fresh = { readonly record: KnownRecord; readonly text: EncodedText | undefined };

const NONE: readonly Fresh[] = [];

/** Records that were appended and are no lines yet. */
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

/** About how long the line of a record becomes. */
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
