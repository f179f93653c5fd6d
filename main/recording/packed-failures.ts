import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { StoredFailure } from '../../app/explain/stored-failure.ts';

/** Some failures in their order, packed, and the record of each and of its request; -1 for no request. */
export type FailureBlock = {
  readonly seqs: Float64Array;
  readonly requests: Float64Array;
  readonly bytes: Uint8Array;
};

/** How many failures are packed together: looking at one unpacks its block. */
const BLOCK = 256;

/** Packs failures into a tenth of the memory that their objects take. */
export function packedBlocks(failures: Iterable<StoredFailure>): readonly FailureBlock[] {
  const blocks: FailureBlock[] = [];
  let some: StoredFailure[] = [];
  for (const failure of failures) {
    some.push(failure);
    if (some.length < BLOCK) continue;
    blocks.push(packed(some));
    some = [];
  }
  return some.length === 0 ? blocks : [...blocks, packed(some)];
}

function packed(failures: readonly StoredFailure[]): FailureBlock {
  return {
    seqs: Float64Array.from(failures, ({ seq }) => seq),
    requests: Float64Array.from(failures, ({ requestSeq }) => requestSeq ?? -1),
    bytes: deflateRawSync(serialize(failures), { level: 1 }),
  };
}

/** The failures of one session of a file: their objects exist only while they are looked at. */
export class PackedFailures implements Iterable<StoredFailure> {
  readonly blocks: FailureBlock[] = [];

  /** Those of a record, or of the request in it. */
  at(seq: number): readonly StoredFailure[] {
    return this.blocks
      .filter(({ seqs, requests }) => seqs.includes(seq) || requests.includes(seq))
      .flatMap(unpacked)
      .filter((one) => one.seq === seq || one.requestSeq === seq);
  }

  *[Symbol.iterator](): Generator<StoredFailure> {
    for (const block of this.blocks) yield* unpacked(block);
  }
}

function unpacked({ bytes }: FailureBlock): readonly StoredFailure[] {
  return deserialize(inflateRawSync(bytes));
}
