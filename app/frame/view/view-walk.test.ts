import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBefore, nextOf } from './view-walk.ts';

type Match = { readonly session: string; readonly seq: number };

/** Orders rows of two sessions by seq; for the same seq, `b` comes after `a`. */
const compare = (one: Match, other: Match) =>
  one.seq - other.seq || (one.session === other.session ? 0 : one.session < other.session ? -1 : 1);

function walk(a: readonly number[], b: readonly number[]) {
  const listOf = (session: string, seqs: readonly number[]) => ({
    length: seqs.length,
    at: (at: number) => ({ session, seq: seqs[at] ?? 0 }),
  });
  const lists = [listOf('a', a), listOf('b', b)];
  return {
    step: (from: Match | null, step: 1 | -1, fits: (match: Match) => boolean) =>
      nextOf({ lists, compare, fits }, from, step),
    before: (match: Match) => countBefore({ lists, compare }, match),
  };
}

const any = () => true;

describe('a walk over matches', () => {
  it('goes from session to session in the order of the log, and around the end', () => {
    const matches = walk([1, 5], [3]);
    const seen: string[] = [];
    let at: Match | null = null;
    for (let turn = 0; turn < 5; turn += 1) {
      at = matches.step(at, 1, any) ?? null;
      seen.push(`${at?.session}${at?.seq}`);
    }
    expect(seen).toEqual(['a1', 'b3', 'a5', 'a1', 'b3']);
    expect(matches.step({ session: 'b', seq: 3 }, -1, any)).toEqual({ session: 'a', seq: 1 });
    expect(matches.step(null, -1, any)).toEqual({ session: 'a', seq: 5 });
  });

  it('goes on from a row that is no match', () => {
    expect(walk([1, 9], []).step({ session: 'b', seq: 4 }, 1, any)).toEqual({ session: 'a', seq: 9 });
  });

  it('says the how many-th a match is', () => {
    const matches = walk([1, 5], [3]);
    expect(matches.before({ session: 'a', seq: 5 })).toBe(2);
  });

  it('leaves out what does not fit, and ends if nothing does', () => {
    const matches = walk([1, 2, 3], [2]);
    expect(matches.step({ session: 'a', seq: 1 }, 1, ({ seq }) => seq === 3)).toEqual({
      session: 'a',
      seq: 3,
    });
    expect(matches.step({ session: 'a', seq: 3 }, 1, ({ seq }) => seq === 3)).toEqual({
      session: 'a',
      seq: 3,
    });
    expect(matches.step(null, 1, () => false)).toBeUndefined();
    expect(walk([], []).step(null, -1, any)).toBeUndefined();
  });

  it('visits each match once in a round, in both directions', () => {
    const list = fc.uniqueArray(fc.nat(50), { maxLength: 12 }).map((seqs) => seqs.sort((x, y) => x - y));
    fc.assert(
      fc.property(list, list, fc.constantFrom<1 | -1>(1, -1), (a, b, step) => {
        const matches = walk(a, b);
        const seen: Match[] = [];
        let at: Match | null = null;
        for (let turn = 0; turn < a.length + b.length; turn += 1) {
          at = matches.step(at, step, any) ?? null;
          if (at !== null) seen.push(at);
        }
        const all = [...a.map((seq) => ({ session: 'a', seq })), ...b.map((seq) => ({ session: 'b', seq }))];
        expect(seen).toEqual(all.sort((x, y) => compare(x, y) * step));
        for (const [index, match] of all.sort(compare).entries()) expect(matches.before(match)).toBe(index);
      }),
    );
  });
});
