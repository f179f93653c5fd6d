import { crc32 } from 'node:zlib';
import { GrowingColumn } from '../../app/frame/growing-column.ts';
import { RecordIndex } from './record-index.ts';
import type { RecordingSink } from './recording-sink.ts';

/** How much is read and checked at once, in bytes. */
const PIECE_BYTES = 1024 * 1024;

/** The place of each record of a growing file, with a checksum: a line that still parses may be a different one. */
export class WrittenIndex extends RecordIndex {
  readonly #sums = new GrowingColumn(Uint32Array);

  /** Adds a record of this length in bytes; `sum` is the CRC-32 of its line without the line feed, if known. */
  add(seq: number, offset: number, length: number, sum = 0): void {
    this.push(seq, offset, length);
    this.#sums.push(sum);
  }

  /** Sets the CRC-32 of a line that was added without one. */
  setSum(position: number, sum: number): void {
    this.#sums.set(position, sum);
  }

  sumAt(position: number): number {
    return this.#sums.at(position);
  }
}

export type Growing = {
  readonly sink: RecordingSink;
  /** The first line, with the line feed. */
  readonly header: Uint8Array;
  readonly index: WrittenIndex;
  readonly onDisk: number;
};

/** Whether the header and every record are still in place as written. */
export async function isWhole(growing: Growing): Promise<boolean> {
  const { sink, header } = growing;
  if (!(await sink.read(0, header.length)).equals(header)) return false;
  for await (const piece of pieces(growing)) if (piece.some(({ line }) => line === undefined)) return false;
  return true;
}

/** Copies what is left of a recording through its handle. Returns the new record places and the number lost. */
export async function salvage(
  growing: Growing,
  endOffset: number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<{ index: WrittenIndex; endOffset: number; lost: number }> {
  const index = new WrittenIndex();
  let lost = 0;
  let end = endOffset;
  for await (const piece of pieces(growing)) {
    const kept: Uint8Array[] = [];
    for (const { seq, sum, line } of piece) {
      if (line === undefined) {
        lost += 1;
        continue;
      }
      index.add(seq, end, line.length, sum);
      end += line.length + 1;
      kept.push(line, LINE_FEED);
    }
    if (kept.length > 0) await write(Buffer.concat(kept));
  }
  return { index, endOffset: end, lost };
}

const LINE_FEED = Uint8Array.of(0x0a);

type FoundRecord = { readonly seq: number; readonly sum: number; readonly line: Uint8Array | undefined };

/** The records in order, each with its line if it is unchanged. */
async function* pieces({ sink, index, onDisk }: Growing): AsyncGenerator<readonly FoundRecord[]> {
  for (let from = 0; from < onDisk; ) {
    const start = index.offsetAt(from);
    let to = from + 1;
    while (to < onDisk && index.offsetAt(to) + index.lengthAt(to) - start <= PIECE_BYTES) to += 1;
    const bytes = await sink.read(start, index.offsetAt(to - 1) + index.lengthAt(to - 1) - start);
    const found: FoundRecord[] = [];
    for (let position = from; position < to; position += 1) {
      const offset = index.offsetAt(position) - start;
      const seq = index.seqAt(position);
      const sum = index.sumAt(position);
      const line = bytes.subarray(offset, offset + index.lengthAt(position));
      const isSame = line.length === index.lengthAt(position) && crc32(line) === sum;
      found.push({ seq, sum, line: isSame ? line : undefined });
    }
    yield found;
    from = to;
  }
}
