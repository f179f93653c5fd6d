import { describe, expect, it } from 'vitest';
import { searchCatalog } from './search.ts';
import pastes from './testing/pastes.json' with { type: 'json' };

// Texts as people paste them, each with the intended entry and its source.

describe('what people paste', () => {
  it('is tried with a hundred texts, each with its source', () => {
    expect(new Set(pastes.map(({ text }) => text)).size).toBeGreaterThanOrEqual(100);
    expect(pastes.filter(({ source }) => source === '')).toEqual([]);
  });

  it.each(pastes)('$text leads to $vocabulary: $name', ({ text, vocabulary, name }) => {
    const [first] = searchCatalog(text);
    expect(`${first?.entry.vocabulary}: ${first?.entry.name}`).toBe(`${vocabulary}: ${name}`);
  });
});
