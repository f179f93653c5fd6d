import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** One round of two ways to do the same, by any figure. */
export type Round = { readonly base: number; readonly ours: number };

/**
 * Runs both ways in turns, the other one first each time, so that what slows the machine for a while
 * slows both; a warm-up is the caller's.
 */
export async function inTurns(
  rounds: number,
  base: () => Promise<number>,
  ours: () => Promise<number>,
): Promise<Round[]> {
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) done.push({ base: await base(), ours: await ours() });
    else {
      const second = await ours();
      done.push({ base: await base(), ours: second });
    }
  }
  return done;
}

/** The same with any number of ways, another one first each time: the figures of each round, by way. */
export async function inRotation(
  rounds: number,
  ways: readonly (() => Promise<number>)[],
): Promise<readonly number[][]> {
  const done: number[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures = ways.map(() => 0);
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (round + turn) % ways.length;
      figures[way] = (await ways[way]?.()) ?? 0;
    }
    done.push(figures);
  }
  return done;
}

/** The ratio of ours to the baseline within each round: the middle one, and the quarters around it. */
export function ratioOf(rounds: readonly Round[]): { ratio: number; middleHalf: string } {
  const ratios = rounds.map(({ base, ours }) => ours / base).sort((a, b) => a - b);
  const at = (share: number) => (ratios[Math.floor(share * (ratios.length - 1))] ?? 0).toFixed(2);
  return { ratio: Number(at(0.5)), middleHalf: `${at(0.25)} to ${at(0.75)}` };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

setFlagsFromString('--expose-gc');
const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc');

/** Nothing that ran before leaves garbage that is collected at the cost of what runs next. */
export function collectAll(): void {
  collect({ type: 'major' });
}

/** What outlives a first collection of the young objects is moved out of their way by the second. */
export function collectYoung(): void {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
}
