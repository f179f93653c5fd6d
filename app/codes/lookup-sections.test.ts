import { describe, expect, it } from 'vitest';
import { VOCABULARIES, vocabularyOf } from './catalog.ts';
import { lookupSections } from './lookup-sections.ts';
import { searchCatalog } from './search.ts';

const NUMBERS = ['-32602', '-32001', '-32002', '-32000', '-32603'];

function entriesIn(query: string, here: readonly string[]) {
  const { own, others, ...parts } = lookupSections(searchCatalog(query), here);
  return {
    ...parts,
    own: own.flatMap(({ matches }) => matches),
    others: others.flatMap(({ matches }) => matches),
  };
}

describe('the sections of a lookup', () => {
  it.each(NUMBERS)('hold every match of %s once', (query) => {
    for (const { id } of VOCABULARIES) {
      const { here, own, spec, others } = entriesIn(query, [id]);
      const ids = [...here, ...own, ...spec, ...others].map(({ entry }) => entry.id);
      expect(ids.toSorted()).toEqual(
        searchCatalog(query)
          .map(({ entry }) => entry.id)
          .toSorted(),
      );
    }
  });

  it('put what the server in front means first', () => {
    const { here } = entriesIn('-32001', ['sdk-python']);
    for (const { entry } of here) expect(entry.vocabulary).toBe('sdk-python');
  });

  it('let the specification say a meaning once', () => {
    const { spec } = lookupSections(searchCatalog('-32602'), []);
    const families = spec.map(({ entry }) => vocabularyOf(entry.vocabulary)?.family);
    expect(spec.length).toBeGreaterThan(0);
    expect(families.every((family) => family === 'mcp-spec' || family === 'json-rpc')).toBe(true);
  });

  it('fold what several vocabularies say under one name', () => {
    const { others } = lookupSections(searchCatalog('-32602'), []);
    const folded = others.find(({ sources }) => sources.length > 3);
    expect(folded?.codeText).toBe('-32602');
    expect(others.length).toBeLessThan(searchCatalog('-32602').length / 2);
  });
});
