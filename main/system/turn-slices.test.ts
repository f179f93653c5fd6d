import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../app/base/testing/runs.ts';
import { TurnSlices } from './turn-slices.ts';

/** A clock that only work advances, and turns that only the test takes. */
function rig() {
  let now = 0;
  const due: (() => void)[] = [];
  const slices = new TurnSlices({ now: () => now, nextTurn: (run) => void due.push(run) });
  /** All pending promises have run by then. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    slices,
    settled,
    /** Takes this many milliseconds. */
    spend: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
    /** How long the next turn took; undefined if nothing waits for one. */
    turn: async (): Promise<number | undefined> => {
      const runs = due.splice(0);
      if (runs.length === 0) return undefined;
      const began = now;
      for (const run of runs) run();
      await settled();
      return now - began;
    },
  };
}

type Rig = ReturnType<typeof rig>;

/** Work of this many steps, each of which takes some milliseconds and records its name. */
function* steps({ spend }: Rig, count: number, each: number, done: string[], name = ''): Generator<void> {
  for (let index = 0; index < count; index += 1) {
    spend(each);
    done.push(`${name}${index}`);
    yield;
  }
}

/** Runs turns until nothing is left; returns the time of each. */
async function allTurns(one: Rig): Promise<number[]> {
  const times: number[] = [];
  for (let time = await one.turn(); time !== undefined; time = await one.turn()) times.push(time);
  return times;
}

describe('the slices of a turn', () => {
  test('do what is short at once, its first step before `run` returns', async () => {
    const one = rig();
    const done: string[] = [];
    const run = one.slices.run(steps(one, 3, 1, done));
    expect(done).toEqual(['0']);
    await run;
    expect(done).toEqual(['0', '1', '2']);
  });

  test('end with the time of the turn, and go on in the next one', async () => {
    const one = rig();
    const done: string[] = [];
    void one.slices.run(steps(one, 35, 1, done));
    await one.settled();
    expect(done).toHaveLength(10);
    expect(await allTurns(one)).toEqual([10, 10, 5, 0]);
    expect(done).toHaveLength(35);
  });

  test('count what a step sets off in promises', async () => {
    const one = rig();
    let answered = 0;
    const answering = function* (): Generator<void> {
      for (let index = 0; index < 100; index += 1) {
        void Promise.resolve().then(() => {
          answered += 1;
          one.spend(2);
        });
        yield;
      }
    };
    void one.slices.run(answering());
    await one.settled();
    expect(answered).toBeLessThanOrEqual(6);
    expect(Math.max(...(await allTurns(one)))).toBeLessThanOrEqual(12);
    expect(answered).toBe(100);
  });

  test('are one budget: what comes in a turn whose time is over waits for the next', async () => {
    const one = rig();
    const done: string[] = [];
    const long = one.slices.run(steps(one, 1, 10, done, 'long '));
    await one.settled();
    const late = one.slices.run(steps(one, 1, 1, done, 'late '));
    await one.settled();
    expect(done).toEqual(['long 0']);
    await one.turn();
    await Promise.all([long, late]);
    expect(done).toEqual(['long 0', 'late 0']);
  });

  test('go round: whoever has little to do is done long before whoever has much', async () => {
    const one = rig();
    const done: string[] = [];
    void one.slices.run(steps(one, 1000, 1, done, 'flood '));
    await one.settled();
    const short = one.slices.run(steps(one, 2, 1, done, 'short '));
    await one.turn();
    await short;
    expect(done.indexOf('short 1')).toBeLessThan(20);
    const halves = done.length;
    void one.slices.run(steps(one, 1000, 1, done, 'other '));
    for (let turn = 0; turn < 30; turn += 1) await one.turn();
    const since = done.slice(halves);
    const share = since.filter((name) => name.startsWith('flood')).length / since.length;
    expect(share).toBeGreaterThan(0.48);
    expect(share).toBeLessThan(0.52);
  });

  test('give what the steps come to', async () => {
    const sum = function* (): Generator<void, number> {
      yield;
      return 3;
    };
    expect(await rig().slices.run(sum())).toBe(3);
  });

  test('end the work whose step throws with its error, and no other', async () => {
    const one = rig();
    const done: string[] = [];
    const broken = function* (): Generator<void> {
      yield;
      throw new Error('broken');
    };
    const other = one.slices.run(steps(one, 3, 1, done));
    await expect(one.slices.run(broken())).rejects.toThrow('broken');
    await other;
    expect(done).toHaveLength(3);
  });

  test('keep the order of each work, lose no step, and stay within a turn', async () => {
    const work = fc.record({
      count: fc.nat(60),
      each: fc.integer({ min: 0, max: 4 }),
      turnsLater: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(work, { maxLength: 8 }), async (works) => {
        const one = rig();
        const done: string[][] = works.map(() => []);
        const runs: Promise<void>[] = [];
        for (let turn = 0; turn <= 5; turn += 1) {
          for (const [index, { count, each, turnsLater }] of works.entries()) {
            if (turnsLater === turn) runs.push(one.slices.run(steps(one, count, each, done[index] ?? [])));
          }
          await one.settled();
          expect((await one.turn()) ?? 0).toBeLessThan(10 + 4);
        }
        expect(Math.max(0, ...(await allTurns(one)))).toBeLessThan(10 + 4);
        await Promise.all(runs);
        expect(done).toEqual(works.map(({ count }) => Array.from({ length: count }, (_, at) => `${at}`)));
      }),
      { numRuns: runs(40) },
    );
  });
});
