import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownVocabularyJsonSchema } from './own-vocabulary.ts';

test('the published JSON Schema is the one that files are checked by', () => {
  const published = readFileSync(new URL('../../docs/vocabulary.schema.json', import.meta.url), 'utf8');
  expect(published).toBe(`${JSON.stringify(ownVocabularyJsonSchema(), null, 2)}\n`);
});
