import { expect, it } from 'vitest';
import { TIER_MARKS } from '../../ui/charts/tier-columns.ts';

it('a mark of each tier fills another part of its width, so that it is known without its color', () => {
  const shapes = Object.values(TIER_MARKS).map((parts) => JSON.stringify(parts));
  expect(new Set(shapes).size).toBe(shapes.length);
});
