import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TIERS } from '../../../app/frame/tier.ts';
import { placeOfDuration } from './charts.tsx';
import { stackedColumns } from './tier-columns.ts';

it('draws one path for each tier that occurs, so that five hundred charts stay light', () => {
  const counts = fc.array(fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 5 }), { minLength: 1 });
  fc.assert(
    fc.property(counts, (columns) => {
      const paths = stackedColumns(columns.flat(), { width: 100, height: 20 });
      const present = TIERS.filter((_, tier) => columns.some((column) => (column[tier] ?? 0) > 0));
      expect(paths.map(({ tier }) => tier).sort()).toEqual([...present].sort());
    }),
  );
});

it('draws each tier in a shape of its own, for those who see no colors', () => {
  const shapes = TIERS.map((tier) => {
    const counts = TIERS.map((one) => (one === tier ? 1 : 0));
    return stackedColumns(counts, { width: 10, height: 20 })[0]?.d;
  });
  expect(new Set(shapes).size).toBe(TIERS.length);
});

it('keeps one error among thousands of calls visible', () => {
  const [, error] = stackedColumns([5000, 0, 1, 0, 0], { width: 10, height: 20 });
  expect(error?.tier).toBe('protocol');
  expect(error?.d).toMatch(/v2h/);
});

it('puts durations on a logarithmic axis, and those beyond it at its ends', () => {
  expect(placeOfDuration(0)).toBe(0);
  expect(placeOfDuration(0.1)).toBe(0);
  expect(placeOfDuration(1e9)).toBe(1);
  expect(placeOfDuration(100) - placeOfDuration(10)).toBeCloseTo(placeOfDuration(10) - placeOfDuration(1));
});
