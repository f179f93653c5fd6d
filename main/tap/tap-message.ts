import type { Copied, TapNote } from './copy-queue.ts';

export type TapWriterData = {
  readonly file: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** What `at` showed at `startedAt`. */
  readonly epoch: number;
  readonly version: string;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
};

/** Many small pieces as one buffer, which changes threads without a copy. */
export type PackedBatch = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly parts: readonly PackedPart[];
};

/** In order; -1 as the length stands for a note alone, or for the end of a pipe if there is none. */
type PackedPart = {
  readonly from: Copied['from'];
  readonly at: number;
  readonly length: number;
  readonly note?: TapNote;
};

export function packBatch(batch: readonly Copied[]): PackedBatch {
  const length = batch.reduce((sum, copied) => sum + (copied.kind === 'bytes' ? copied.chunk.length : 0), 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  const parts = batch.map((copied): PackedPart => {
    const { from, at } = copied;
    if (copied.kind === 'end') return { from, at, length: -1 };
    if (copied.kind === 'note') return { from, at, length: -1, note: copied.note };
    bytes.set(copied.chunk, offset);
    offset += copied.chunk.length;
    const part = { from, at, length: copied.chunk.length };
    return copied.note === undefined ? part : { ...part, note: copied.note };
  });
  return { bytes, parts };
}

export function unpackBatch({ bytes, parts }: PackedBatch): Copied[] {
  let offset = 0;
  return parts.map(({ from, at, length, note }): Copied => {
    if (length < 0)
      return note === undefined ? { kind: 'end', from, at } : { kind: 'note', from: 'server', at, note };
    const chunk = bytes.subarray(offset, offset + length);
    offset += length;
    return { kind: 'bytes', from, at, chunk, ...(note === undefined ? {} : { note }) };
  });
}
