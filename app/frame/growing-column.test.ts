import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import { type ArrayType, GrowingColumn } from './growing-column.ts';

const MANY = 10_000;

/** What rows contain: times with three decimals, file positions, nearly constant values, and arbitrary ones. */
const KINDS: Readonly<Record<string, (at: number, seed: number) => number>> = {
  same: (_, seed) => seed,
  counted: (at, seed) => seed + at,
  'times in milliseconds': (at, seed) => (seed + at * 37) / 1000,
  offsets: (at, seed) => seed * 2 ** 20 + at * 400,
  'far apart': (at, seed) => (at % 2 === 0 ? seed : 2 ** 40 + seed),
  strange: (at) => [Number.NaN, -0, 0, 0.1 + 0.2, Number.POSITIVE_INFINITY, -1][at % 6] ?? 0,
  'rarely another': (at, seed) => (at % 997 === 0 ? seed : 0),
};

const kind = fc.constantFrom(...Object.values(KINDS));
const value = fc.oneof(fc.nat(300), fc.double(), fc.constantFrom(-1, -0, Number.NaN, 2 ** 40, 1.5));
const changes = fc.array(fc.tuple(fc.nat(MANY - 1), value), { maxLength: 30 });

/** Fills a column and an array identically; each change is applied once its row exists, some much later. */
function filled(Numbers: ArrayType, given: Given) {
  const column = new GrowingColumn(Numbers);
  const plain = new Numbers(MANY);
  for (let at = 0; at < MANY; at += 1) {
    column.push(given.kind(at, given.seed));
    plain[at] = given.kind(at, given.seed);
    if (at % given.every !== 0) continue;
    for (const [index, changed] of given.changes) {
      if (index > at) continue;
      column.set(index, changed + (at % 5));
      plain[index] = changed + (at % 5);
    }
  }
  return { held: Array.from({ length: column.length }, (_, at) => column.at(at)), plain: [...plain] };
}

type Given = {
  readonly kind: (at: number, seed: number) => number;
  readonly seed: number;
  readonly every: number;
  readonly changes: readonly (readonly [number, number])[];
};
const given = fc.record({ kind, seed: fc.nat(100_000), every: fc.integer({ min: 400, max: 5000 }), changes });

describe('a growing column', () => {
  test.each([
    ['floats', Float64Array],
    ['words', Uint32Array],
    ['bytes', Uint8Array],
  ])('gives back every number of %s as an array would, whenever it was changed', (_, Numbers) => {
    fc.assert(
      fc.property(given, (one) => {
        const { held, plain } = filled(Numbers, one);
        expect(held.every((number, at) => Object.is(number, plain[at]))).toBe(true);
        expect(held).toHaveLength(MANY);
      }),
      { numRuns: runs(25) },
    );
  });

  test('holds numbers that are anyway, or near one another, in a fraction of their room', () => {
    const bytesFor = (next: (at: number) => number): number => {
      let made = 0;
      const before = arrayBytes();
      class Counted extends Float64Array<ArrayBuffer> {
        constructor(length: number);
        constructor(buffer: ArrayBuffer, byteOffset: number, length: number);
        constructor(...given: [number] | [ArrayBuffer, number, number]) {
          super(...(given as [ArrayBuffer, number, number]));
          made += this.length;
        }
      }
      const column = new GrowingColumn(Counted);
      for (let at = 0; at < 2_000_000; at += 1) column.push(next(at));
      expect(made).toBeLessThan(10_000);
      expect(column.at(1_999_999)).toBe(next(1_999_999));
      return arrayBytes() - before;
    };
    expect(bytesFor(() => -1) / 2_000_000).toBeLessThan(1);
    expect(bytesFor((at) => at + 1) / 2_000_000).toBeLessThan(3);
  });
});

/** Bytes of all typed arrays in this process, collected or not; the column creates none that it does not keep. */
function arrayBytes(): number {
  return process.memoryUsage().arrayBuffers;
}
