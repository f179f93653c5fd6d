import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IndexSet } from './index-set.ts';

const index = fc.oneof(fc.nat(70), fc.nat(9000), fc.constantFrom(31, 32, 2047, 2048, 4095, 4096, 100_000));

it('holds what a sorted list of the same members holds', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(index, fc.boolean()), { maxLength: 300 }), (changes) => {
      const set = new IndexSet();
      const plain = new Set<number>();
      for (const [at, wanted] of changes) {
        expect(set.set(at, wanted)).toBe(plain.has(at) !== wanted);
        if (wanted) plain.add(at);
        else plain.delete(at);
      }
      const sorted = [...plain].sort((a, b) => a - b);
      expect(Array.from({ length: set.length }, (_, place) => set.at(place))).toEqual(sorted);
      expect([set.at(-1), set.at(set.length)]).toEqual([-1, -1]);
      for (const [at] of changes) {
        for (const near of [at - 1, at, at + 1]) {
          expect(set.has(near)).toBe(plain.has(near));
          expect(set.rank(near)).toBe(sorted.filter((one) => one < near).length);
        }
      }
    }),
  );
});

it('is empty once it is cleared, and takes members again', () => {
  const set = new IndexSet();
  for (const at of [5, 3000, 90_000]) set.set(at, true);
  set.clear();
  expect([set.length, set.has(5), set.rank(100_000), set.at(0)]).toEqual([0, false, 0, -1]);
  set.set(4096, true);
  expect([set.at(0), set.rank(4096), set.rank(4097)]).toEqual([4096, 0, 1]);
});
