import { expect, test } from 'vitest';
import type { StoredFailure } from '../../app/explain/stored-failure.ts';
import { PackedFailures, packedBlocks } from './packed-failures.ts';

const failure = (seq: number, requestSeq: number | null) =>
  ({ seq, requestSeq, message: `Failure ${seq}`, http: undefined, caused: [] }) as unknown as StoredFailure;

test('failures come back as they were, all in order and those of a record or of its request', () => {
  const all = Array.from({ length: 1000 }, (_, index) =>
    failure(10 * index, index % 3 === 0 ? null : 10 * index - 5),
  );
  const packed = new PackedFailures();
  packed.blocks.push(...packedBlocks(all));
  expect([...packed]).toEqual(all);
  expect(packed.at(7000)).toEqual([all[700]]);
  expect(packed.at(7005)).toEqual([all[701]]);
  expect([packed.at(3), packed.at(-1), [...new PackedFailures()]]).toEqual([[], [], []]);
  expect(packed.blocks.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(
    JSON.stringify(all).length / 2,
  );
});
