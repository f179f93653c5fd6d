import { expect, it } from 'vitest';
import { countProblems, placedProblems } from './placed-problems.ts';
import { PROBLEM_BINS, type SessionProblem } from './session-problems.ts';

function problem(id: string, change: Partial<SessionProblem>): SessionProblem {
  const bins = Array.from({ length: PROBLEM_BINS }, (_, at) => (at === 0 ? (change.count ?? 1) : 0));
  return {
    ...{ id, tier: 'tool', severity: null, rule: null, title: id, text: id, by: null, method: null },
    ...{
      target: null,
      acts: 'host',
      message: id,
      causeLine: '',
      explanation: '',
      todo: '',
      instruction: '',
      count: 1,
      first: 1,
      last: 1,
    },
    ...{ firstMs: 0, lastMs: 10, bins, examples: [1], targets: [], findings: [], fold: '' },
    ...{ state: null, before: 0 },
    ...change,
  };
}

const list = (session: string, startedAt: number, problems: readonly SessionProblem[]) => ({
  ...{ session, startedAt, fromMs: 0, toMs: 1000, problems },
});

it('puts the problems of sessions together on one clock, with where each occurs', () => {
  const placed = placedProblems([
    list('s1', 10_000, [problem('seat', { count: 2, state: 'new' }), problem('disk', { tier: 'transport' })]),
    list('s2', 50_000, [problem('seat', { count: 3, state: 'known', before: 4 })]),
  ]);
  expect(placed.map(({ id }) => id)).toEqual(['disk', 'seat']);
  expect(placed[1]).toMatchObject({ count: 5, before: 4, state: 'known', firstAt: 10_000, lastAt: 50_010 });
  expect(placed[1]?.places.map(({ session, count }) => [session, count])).toEqual([
    ['s1', 2],
    ['s2', 3],
  ]);
  const bins = placed[1]?.bins ?? [];
  expect([bins[0], bins.at(-1), bins.length]).toEqual([2, 0, PROBLEM_BINS]);
  expect(bins.reduce((sum, count) => sum + count, 0)).toBe(5);
});

it('lists what is gone last, and counts what stands apart by itself', () => {
  const placed = placedProblems([
    list('s1', 0, [
      problem('gone', { tier: 'transport', state: 'gone', count: 0, before: 2 }),
      problem('finding', { tier: null, severity: 'violation', rule: 'T01', state: 'new' }),
      problem('error', { state: 'known' }),
      problem('sdk', { fold: 'sdk', state: 'new' }),
    ]),
  ]);
  expect(placed.map(({ id }) => id)).toEqual(['error', 'sdk', 'finding', 'gone']);
  expect(countProblems(placed)).toEqual({ present: 2, fresh: 1, known: 1, gone: 1, folded: 1, errors: 1 });
});
