import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Copied, packBatch, unpackBatch } from './tap-message.ts';

const from = fc.constantFrom('client' as const, 'server' as const, 'stderr' as const);
const at = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const copied: fc.Arbitrary<Copied> = fc.oneof(
  fc.record({ kind: fc.constant('bytes' as const), from, at, chunk: fc.uint8Array() }),
  fc.record({ kind: fc.constant('end' as const), from, at }),
);

test('a batch comes out as it went in', () => {
  fc.assert(
    fc.property(fc.array(copied), (batch) => {
      expect(unpackBatch(packBatch(batch))).toEqual(batch);
    }),
  );
});
