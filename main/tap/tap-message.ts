import type { Copied } from './copy-queue.ts';

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
  /** In order; -1 as the length marks the end of a pipe. */
  readonly parts: readonly { readonly from: Copied['from']; readonly at: number; readonly length: number }[];
};

export function packBatch(batch: readonly Copied[]): PackedBatch {
  const length = batch.reduce((sum, copied) => sum + (copied.kind === 'bytes' ? copied.chunk.length : 0), 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  const parts = batch.map((copied) => {
    const { from, at } = copied;
    if (copied.kind === 'end') return { from, at, length: -1 };
    bytes.set(copied.chunk, offset);
    offset += copied.chunk.length;
    return { from, at, length: copied.chunk.length };
  });
  return { bytes, parts };
}

export function unpackBatch({ bytes, parts }: PackedBatch): Copied[] {
  let offset = 0;
  return parts.map(({ from, at, length }) => {
    if (length < 0) return { kind: 'end', from, at };
    const chunk = bytes.subarray(offset, offset + length);
    offset += length;
    return { kind: 'bytes', from, at, chunk };
  });
}
