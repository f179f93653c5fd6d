import { describe, expect, it } from 'vitest';
import type { Aim } from './aim.ts';
import { type Figures, isHeld, ratioOf, regressions } from './figures.ts';

const less: Aim = {
  what: 'search',
  bench: 'search',
  entry: 'few hits',
  figure: 'ratio',
  against: '`grep -c`',
  unit: '',
  atMost: 2,
};
const more: Aim = { ...less, what: 'calls', figure: 'calls', atMost: undefined, atLeast: 0.85 };
const stall: Aim = { ...less, what: 'burst', figure: 'stallMs', baseline: 'restMs', unit: 'ms', atMost: 50 };

const figures = (entry: Figures[string]['entries'][string]): Figures => ({
  search: { date: '2026-11-24', machine: 'a machine', entries: { 'few hits': entry } },
});

describe('a figure falls', () => {
  it.each([
    ['a ratio that should be small grows by more than a fifth', less, { ratio: 1 }, { ratio: 1.21 }, 1],
    ['it grows by less', less, { ratio: 1 }, { ratio: 1.19 }, 0],
    ['it shrinks', less, { ratio: 1 }, { ratio: 0.2 }, 0],
    ['a ratio that should be large shrinks by more than a fifth', more, { calls: 1 }, { calls: 0.79 }, 1],
    ['it grows', more, { calls: 1 }, { calls: 3 }, 0],
    [
      'a time grows, and its baseline does not',
      stall,
      { stallMs: 50, restMs: 20 },
      { stallMs: 80, restMs: 20 },
      1,
    ],
    ['both grow together', stall, { stallMs: 50, restMs: 20 }, { stallMs: 100, restMs: 40 }, 0],
    ['it grows by less than a picture', stall, { stallMs: 20, restMs: 20 }, { stallMs: 36, restMs: 20 }, 0],
    ['the run gives it no more', less, { ratio: 1 }, { other: 1 }, 1],
  ])('if %s: %#', (_, aim, was, is, count) => {
    expect(regressions([aim], figures(was), figures(is))).toHaveLength(count);
  });

  it('only if its benchmark ran, and only if one was recorded', () => {
    expect(regressions([less], figures({ ratio: 1 }), {})).toEqual([]);
    expect(regressions([less], {}, figures({ ratio: 1 }))).toEqual([]);
  });
});

it('has no ratio to a baseline of nothing', () => {
  expect(ratioOf(figures({ stallMs: 50, restMs: 0 }), stall)).toBeUndefined();
  expect(ratioOf(figures({ stallMs: 50, restMs: 25 }), stall)).toBe(2);
});

it('holds an aim at its very limit', () => {
  expect([isHeld(less, 2), isHeld(less, 2.01), isHeld(more, 0.85), isHeld(more, 0.84)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
