import { expect, test } from 'vitest';
import { ERROR_TIERS, whoSees } from './tier.ts';

test('every tier says in its own sentence how far it gets, and leaves to the host what is up to it', () => {
  const sentences = ERROR_TIERS.map(whoSees);
  expect(new Set(sentences).size).toBe(ERROR_TIERS.length);
  expect(whoSees('protocol')).toContain('may pass it on');
  expect(whoSees('tool')).toContain('depends on the host');
});
