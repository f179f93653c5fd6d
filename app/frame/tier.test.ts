import { expect, test } from 'vitest';
import { ERROR_TIERS, modelSees, type Tier, whoSees } from './tier.ts';

test('the model reads results, with or without isError, and nothing else', () => {
  const tiers: readonly Tier[] = ['ok', ...ERROR_TIERS];
  expect(tiers.filter(modelSees)).toEqual(['ok', 'tool']);
});

test('every tier says in its own sentence who sees it', () => {
  const sentences = ERROR_TIERS.map(whoSees);
  expect(new Set(sentences).size).toBe(ERROR_TIERS.length);
  expect(whoSees('protocol')).toContain('The model never does');
});
