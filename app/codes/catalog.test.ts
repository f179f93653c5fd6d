import { describe, expect, it } from 'vitest';
import { catalogEntries, entriesWithCode, rangesOf, VOCABULARIES, vocabularyOf } from './catalog.ts';

describe('the catalog', () => {
  const entries = catalogEntries();

  it('has entries for every vocabulary', () => {
    const speaking = new Set(entries.map((entry) => entry.vocabulary));
    expect(VOCABULARIES.map(({ id }) => id).filter((id) => !speaking.has(id))).toEqual([]);
  });

  it('gives every entry an id of its own', () => {
    const seen = new Set<string>();
    const doubled = entries.filter((entry) => seen.size === seen.add(entry.id).size);
    expect(doubled.map((entry) => entry.id)).toEqual([]);
  });

  it('names a source and a known vocabulary for every entry', () => {
    for (const entry of entries) {
      expect(entry.source.trim(), entry.id).not.toBe('');
      expect(vocabularyOf(entry.vocabulary), entry.id).toBeDefined();
    }
  });

  it('says in whole sentences what each entry means, when it appears and what to do', () => {
    for (const entry of entries) {
      for (const sentence of [entry.meaning, entry.whenItAppears, entry.how]) {
        expect(sentence, entry.id).toMatch(/^["A-Za-z].*[.]$/);
      }
    }
  });

  it('keeps sentences short', () => {
    const long = entries.filter((entry) => entry.meaning.length > 140 || entry.how.length > 140);
    expect(long.map((entry) => entry.id)).toEqual([]);
  });

  it('compiles every pattern', () => {
    for (const { match } of entries) {
      if (match !== null) expect(() => new RegExp(match.pattern, match.flags)).not.toThrow();
    }
  });

  it('tells revisions apart by vocabulary', () => {
    const resourceNotFound = entriesWithCode(-32002).filter((entry) =>
      entry.vocabulary.startsWith('mcp-spec'),
    );
    expect(resourceNotFound.map((entry) => [entry.vocabulary, entry.until])).toEqual([
      ['mcp-spec-until-2025-11-25', '2025-11-25'],
    ]);
    expect(vocabularyOf('mcp-spec-until-2025-11-25')?.revisions).not.toContain('2026-07-28');
  });

  it('marks LSP and A2A as contrast and nothing else', () => {
    expect(
      VOCABULARIES.filter((vocabulary) => vocabulary.contrast).map((vocabulary) => vocabulary.id),
    ).toEqual(['lsp-3-17', 'a2a-1-0']);
  });

  it.each([
    [-32011, 'Legacy sub-range'],
    [-32070, 'Reserved for the MCP specification'],
    [-32500, 'Reserved for pre-defined errors'],
    [1001, 'Application-defined errors'],
    [-1, 'Application-defined errors'],
  ])('finds the narrowest block around %i', (code, name) => {
    expect(rangesOf(code)[0]?.name).toBe(name);
  });
});
