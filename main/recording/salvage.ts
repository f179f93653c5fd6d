import { readLine } from '../../app/recording/read-line.ts';
import { RecordIndex } from './record-index.ts';
import type { RecordingSink } from './recording-sink.ts';

/** So much is read and checked in one piece. */
const PIECE_BYTES = 1024 * 1024;

/** A recording that is being written. */
export type Growing = {
  readonly sink: RecordingSink;
  readonly index: RecordIndex;
  /** How many of the records have reached the disk. */
  readonly onDisk: number;
};

/** Whether every record that was written is still in its place. */
export async function isWhole(growing: Growing): Promise<boolean> {
  for await (const piece of pieces(growing)) if (piece.some(({ line }) => line === undefined)) return false;
  return true;
}

/**
 * Copies what is left of a recording by the handle that wrote it, whatever its name is now. Gives where each record
 * lies in the copy, whose first one is at `endOffset`, and how many cannot be read any more. Rejects as the disk does.
 */
export async function salvage(
  growing: Growing,
  endOffset: number,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<{ index: RecordIndex; endOffset: number; lost: number }> {
  const index = new RecordIndex();
  let lost = 0;
  let end = endOffset;
  for await (const piece of pieces(growing)) {
    const kept: Uint8Array[] = [];
    for (const { seq, line } of piece) {
      if (line === undefined) {
        lost += 1;
        continue;
      }
      index.push(seq, end, line.length);
      end += line.length + 1;
      kept.push(line, LINE_FEED);
    }
    if (kept.length > 0) await write(Buffer.concat(kept));
  }
  return { index, endOffset: end, lost };
}

const LINE_FEED = Uint8Array.of(0x0a);

type FoundRecord = { readonly seq: number; readonly line: Uint8Array | undefined };

/** The records in order, each with its line as long as that still says what was written. */
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
      const line = bytes.subarray(offset, offset + index.lengthAt(position));
      const isSame = line.length === index.lengthAt(position) && holds(line, seq);
      found.push({ seq, line: isSame ? line : undefined });
    }
    yield found;
    from = to;
  }
}

function holds(line: Buffer, seq: number): boolean {
  if (line.includes(0x0a)) return false;
  const read = readLine(line.toString());
  return read.kind === 'record' && read.record.seq === seq;
}
