import { describe, expect, it } from 'vitest';
import { catalogueEntries, entriesWithCode, rangesOf } from './catalogue.ts';
import { VOCABULARIES, vocabularyOf } from './vocabularies.ts';

/** Counted once by hand from the published sources; a lost or doubled row shows here. */
const EXPECTED: Record<string, Record<string, number>> = {
  'json-rpc-2-0': { code: 5, range: 3, convention: 1 },
  'mcp-spec': { code: 16, convention: 1, http: 6 },
  'mcp-spec-until-2025-06-18': { code: 1 },
  'mcp-spec-until-2025-11-25': { code: 5 },
  'mcp-spec-since-2025-11-25': { convention: 1, code: 1 },
  'mcp-spec-2025-11-25': { code: 4 },
  'mcp-tasks-2025-11-25': { code: 4 },
  'mcp-sep-2260': { code: 1 },
  'mcp-sep-1303': { convention: 9 },
  'mcp-spec-2026-07-28-draft': { code: 3 },
  'mcp-spec-2026-07-28': { code: 6, range: 3, convention: 5 },
  'mcp-ext-tasks': { code: 4, convention: 2 },
  'typescript-sdk-v1': { code: 11, convention: 20, 'client-local': 15, http: 16 },
  'typescript-sdk-v2': { code: 10, convention: 28, 'client-local': 19, http: 20 },
  'python-sdk-v1': { code: 12, convention: 5 },
  'python-sdk-v2': { code: 13, convention: 2 },
  'go-sdk': { code: 15, convention: 2 },
  'rust-rmcp': { code: 9, convention: 2, 'client-local': 1 },
  'csharp-sdk': { code: 10, convention: 1, http: 2 },
  'java-sdk': { code: 7, convention: 2 },
  'kotlin-sdk': { code: 9, convention: 2 },
  'swift-sdk': { code: 9 },
  'php-sdk': { code: 10, convention: 1 },
  'ruby-sdk': { code: 10, convention: 2 },
  'mcp-go': { code: 11, convention: 1 },
  hermes: { code: 7, reason: 35, convention: 10, pattern: 3, http: 3 },
  anubis: { code: 5 },
  'fastmcp-python': { convention: 2, code: 11 },
  'fastmcp-typescript': { code: 6, convention: 4 },
  'mcp-ts-core': { code: 18, mapping: 42, convention: 33, pattern: 30, reason: 41 },
  'alivemcp-guide': { code: 8, range: 1, convention: 25, pattern: 3 },
  tierscope: { 'client-local': 8 },
  'lsp-3-17': { code: 6, range: 2 },
  'a2a-1-0': { code: 9 },
};

describe('the catalogue', () => {
  const entries = catalogueEntries();

  it('holds every row of every vocabulary, by kind', () => {
    const counted: Record<string, Record<string, number>> = {};
    for (const { vocabulary, kind } of entries) {
      const kinds = counted[vocabulary] ?? {};
      counted[vocabulary] = { ...kinds, [kind]: (kinds[kind] ?? 0) + 1 };
    }
    expect(counted).toEqual(EXPECTED);
    expect(entries).toHaveLength(670);
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
