import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { partitionPoint } from '../../app/base/partition-point.ts';
import {
  GrowingColumn,
  type SavedColumn,
  type SectionReader,
  type SectionWriter,
} from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { LinePart } from '../../app/recording/long-record.ts';
import { readLine, type UpgradeStep } from '../../app/recording/read-line.ts';
import { readUpTo, withRegular } from '../system/regular-file.ts';

/** Positions in an index: `from` inclusive, `to` exclusive. */
type IndexRange = { readonly from: number; readonly to: number };

/** The place of each record of a session in its file, by seq: three numbers per record. */
export class RecordIndex {
  readonly #seq = new GrowingColumn(Float64Array);
  readonly #offset = new GrowingColumn(Float64Array);
  readonly #length = new GrowingColumn(Float64Array);

  get length(): number {
    return this.#seq.length;
  }

  /** Adds the place of a record, in bytes without its line feed. `seq` must be above the last one. */
  push(seq: number, offset: number, length: number): void {
    this.#seq.push(seq);
    this.#offset.push(offset);
    this.#length.push(length);
  }

  pushAll(places: Float64Array): void {
    for (let at = 0; at < places.length; at += 3)
      this.push(places[at] ?? 0, places[at + 1] ?? 0, places[at + 2] ?? 0);
  }

  save(sections: SectionWriter): readonly SavedColumn[] {
    return [this.#seq, this.#offset, this.#length].map((column) => column.save(sections));
  }

  /** Restores what another index saved; this one must be empty. Throws for invalid data. */
  restore([seq, offset, length]: readonly SavedColumn[], sections: SectionReader): void {
    if (seq === undefined || offset === undefined || length === undefined)
      throw new Error('not a saved index');
    this.#seq.restore(seq, sections);
    this.#offset.restore(offset, sections);
    this.#length.restore(length, sections);
  }

  countBefore(offset: number): number {
    return partitionPoint(this.length, (position) => this.#offset.at(position) < offset);
  }

  seqAt(position: number): number {
    return this.#seq.at(position);
  }

  offsetAt(position: number): number {
    return this.#offset.at(position);
  }

  lengthAt(position: number): number {
    return this.#length.at(position);
  }

  offsetOf(seq: number): number | undefined {
    const position = this.positionOf(seq);
    return position === undefined ? undefined : this.#offset.at(position);
  }

  get end(): number {
    const last = this.length - 1;
    return last < 0 ? 0 : this.#offset.at(last) + this.#length.at(last);
  }

  /** The records with `first` ≤ seq ≤ `last`: at most `limit`, and at most `maxBytes` unless one alone is more. */
  range(first: number, last: number, limit: number, maxBytes: number): IndexRange {
    const from = this.#firstFrom(first);
    let to = from;
    let bytes = 0;
    while (to < this.length && to - from < limit && this.#seq.at(to) <= last) {
      bytes += this.#length.at(to);
      if (bytes > maxBytes && to > from) break;
      to += 1;
    }
    return { from, to };
  }

  positionOf(seq: number): number | undefined {
    const position = this.#firstFrom(seq);
    return position < this.length && this.#seq.at(position) === seq ? position : undefined;
  }

  #firstFrom(seq: number): number {
    return partitionPoint(this.length, (index) => this.#seq.at(index) < seq);
  }
}

/** The most that one read of records gives, so that a page of large frames stays small. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** Gaps up to this size are read too: another read costs more than some bytes of other sessions. */
const GAP_BYTES = 64 * 1024;

/** Longer lines are read in parts: reading and sending one at once would block the host. */
const LONG_LINE_BYTES = 4 * 1024 * 1024;
const PART_BYTES = 1024 * 1024;
/** How much is decoded and parsed before other work gets a turn. */
const BYTES_OF_A_TURN = 2 * 1024 * 1024;

export type LineReading<Long> = {
  readonly upgrades: readonly UpgradeStep[];
  /** Makes the placeholder for a long line; without it every line is read. */
  readonly ofLong?: (seq: number, bytes: number) => Long;
};

/** Reads the records at these places. Rejects if the file no longer contains them. */
export async function readPlaces<Long = never>(
  file: string,
  index: RecordIndex,
  range: IndexRange,
  reading: LineReading<Long>,
): Promise<(KnownRecord | Long)[]> {
  if (range.from >= range.to) return [];
  return withRegular(file, (handle) => readRuns(handle, index, range, reading));
}

/** A part of the line at this position, from byte `from`. Rejects if the file no longer contains it. */
export async function readLinePart(
  file: string,
  index: RecordIndex,
  position: number,
  from: number,
): Promise<LinePart> {
  const left = Math.max(0, index.lengthAt(position) - from);
  return withRegular(file, async (handle) => {
    // One extra byte shows whether the part ends between two characters.
    const bytes = await readBytes(handle, index.offsetAt(position) + from, Math.min(left, PART_BYTES + 1));
    const end = left <= PART_BYTES ? left : characterStart(bytes, PART_BYTES);
    return { text: bytes.toString('utf8', 0, end), next: from + end };
  });
}

/** The start of the UTF-8 character that contains a byte. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

async function readRuns<Long>(
  handle: FileHandle,
  index: RecordIndex,
  range: IndexRange,
  { upgrades, ofLong }: LineReading<Long>,
): Promise<(KnownRecord | Long)[]> {
  const records: (KnownRecord | Long)[] = [];
  let unbroken = 0;
  for (let from = range.from; from < range.to; ) {
    const bytesOfFirst = index.lengthAt(from);
    if (ofLong !== undefined && bytesOfFirst >= LONG_LINE_BYTES) {
      records.push(ofLong(index.seqAt(from), bytesOfFirst));
      from += 1;
      continue;
    }
    const to = runEnd(index, from, range.to);
    const start = index.offsetAt(from);
    const bytes = await readBytes(handle, start, index.offsetAt(to - 1) + index.lengthAt(to - 1) - start);
    for (let position = from; position < to; position += 1) {
      const offset = index.offsetAt(position) - start;
      const length = index.lengthAt(position);
      const text = bytes.toString('utf8', offset, offset + length);
      unbroken += length;
      // For long lines, decoding, parsing and further processing each take a turn.
      if (unbroken >= BYTES_OF_A_TURN) await setImmediate();
      records.push(recordIn(text, upgrades));
      if (unbroken < BYTES_OF_A_TURN) continue;
      await setImmediate();
      unbroken = 0;
    }
    from = to;
  }
  return records;
}

function runEnd(index: RecordIndex, from: number, to: number): number {
  const start = index.offsetAt(from);
  let end = from + 1;
  while (end < to) {
    const gap = index.offsetAt(end) - index.offsetAt(end - 1) - index.lengthAt(end - 1);
    if (
      index.lengthAt(end) >= LONG_LINE_BYTES ||
      gap > GAP_BYTES ||
      index.offsetAt(end) - start > MAX_PAGE_BYTES
    )
      break;
    end += 1;
  }
  return end;
}

async function readBytes(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = await readUpTo(handle, start, length);
  if (bytes.length < length) throw new Error('it is shorter than when it was opened');
  return bytes;
}

function recordIn(text: string, upgrades: readonly UpgradeStep[]): KnownRecord {
  const line = readLine(text, upgrades);
  if (line.kind !== 'record') throw new Error('it was changed since it was opened');
  return line.record;
}
