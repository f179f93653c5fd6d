import type { FileHandle } from 'node:fs/promises';
import { partitionPoint } from '../../app/base/partition-point.ts';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { readLine, type UpgradeStep } from '../../app/recording/read-line.ts';
import { openRegular } from '../system/regular-file.ts';

/** Positions in an index, `from` included and `to` not. */
type IndexRange = { readonly from: number; readonly to: number };

const floats = () => new GrowingColumn((room) => new Float64Array(room));

/** Where each record of a session lies in its file, by seq: three numbers for a record. */
export class RecordIndex {
  readonly #seq = floats();
  readonly #offset = floats();
  readonly #length = floats();

  get length(): number {
    return this.#seq.length;
  }

  /** Adds the place of a record, in bytes, its line feed not counted. `seq` must be above the last one. */
  push(seq: number, offset: number, length: number): void {
    this.#seq.push(seq);
    this.#offset.push(offset);
    this.#length.push(length);
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

  #firstFrom(seq: number): number {
    return partitionPoint(this.length, (index) => this.#seq.at(index) < seq);
  }
}

/** The most that one reading of records gives, so that a page of large frames stays small. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** Gaps up to this size are read over: one read costs more than some bytes of other sessions. */
const GAP_BYTES = 64 * 1024;

/** Reads the records at these places. Rejects if the file no longer holds them. */
export async function readPlaces(
  file: string,
  index: RecordIndex,
  range: IndexRange,
  upgrades: readonly UpgradeStep[] = [],
): Promise<KnownRecord[]> {
  if (range.from >= range.to) return [];
  const handle = await openRegular(file);
  try {
    return await readRuns(handle, index, range, upgrades);
  } finally {
    await handle.close();
  }
}

async function readRuns(
  handle: FileHandle,
  index: RecordIndex,
  range: IndexRange,
  upgrades: readonly UpgradeStep[],
): Promise<KnownRecord[]> {
  const records: KnownRecord[] = [];
  for (let from = range.from; from < range.to; ) {
    const to = runEnd(index, from, range.to);
    const start = index.offsetAt(from);
    const bytes = await readBytes(handle, start, index.offsetAt(to - 1) + index.lengthAt(to - 1) - start);
    for (let position = from; position < to; position += 1) {
      const offset = index.offsetAt(position) - start;
      records.push(recordIn(bytes.toString('utf8', offset, offset + index.lengthAt(position)), upgrades));
    }
    from = to;
  }
  return records;
}

/** Where the run of records that one read can fetch ends. */
function runEnd(index: RecordIndex, from: number, to: number): number {
  const start = index.offsetAt(from);
  let end = from + 1;
  while (end < to) {
    const gap = index.offsetAt(end) - index.offsetAt(end - 1) - index.lengthAt(end - 1);
    if (gap > GAP_BYTES || index.offsetAt(end) - start > MAX_PAGE_BYTES) break;
    end += 1;
  }
  return end;
}

async function readBytes(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, start + done);
    if (bytesRead === 0) throw new Error('it is shorter than when it was opened');
    done += bytesRead;
  }
  return bytes;
}

function recordIn(text: string, upgrades: readonly UpgradeStep[]): KnownRecord {
  const line = readLine(text, upgrades);
  if (line.kind !== 'record') throw new Error('it was changed since it was opened');
  return line.record;
}
