import { expect, test } from 'vitest';
import { ERROR_TIERS, whoSees } from './tier.ts';

test('every tier says in its own sentence who sees it', () => {
  const sentences = ERROR_TIERS.map(whoSees);
  expect(new Set(sentences).size).toBe(ERROR_TIERS.length);
  expect(whoSees('protocol')).toContain('The model never does');
});
