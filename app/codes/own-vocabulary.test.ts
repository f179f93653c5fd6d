import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeName } from './code-name.ts';
import { lookupCode } from './lookup.ts';
import { lookupReport } from './lookup-report.ts';
import type { OwnVocabulary } from './meaning-evidence.ts';
import { parseOwnVocabulary } from './own-vocabulary.ts';
import { searchCatalog } from './search.ts';

const FILE = {
  id: 'acme-search',
  name: 'Acme search',
  source: 'https://acme.example/errors',
  codes: [
    {
      code: -32001,
      name: 'INDEX_MISSING',
      meaning: 'The index does not exist.',
      how: 'The operator must build it.',
      messages: ['no index <name>'],
    },
    { code: 4711, name: 'QuotaUsed', meaning: 'The quota is used up.' },
  ],
  reasons: [{ reason: 'index_stale', code: 4711, meaning: 'The index is too old.' }],
};

function acme(): OwnVocabulary {
  const parsed = parseOwnVocabulary(JSON.stringify(FILE));
  if (!parsed.ok) throw new Error(parsed.error.join(' '));
  return parsed.value;
}

describe("a user's own vocabulary", () => {
  it('joins lookup, names and search', () => {
    const own = [acme()];
    expect(lookupCode(4711, { own })[0]).toMatchObject({
      vocabularyName: 'Acme search',
      entry: { name: 'QuotaUsed' },
    });
    expect(codeName('4711', { own })).toBe('Quota used');
    expect(searchCatalog('index_stale', { own })[0]?.entry.vocabulary).toBe('acme-search');
    expect(searchCatalog('error: no index "books"', { own })[0]?.entry.name).toBe('INDEX_MISSING');
    expect(lookupReport('QuotaUsed', { own }).matches[0]).toMatchObject({
      code: 4711,
      vocabularyId: 'acme-search',
    });
  });

  it('adds to the meanings of a shared number and wins only with evidence', () => {
    const context = { own: [acme()] };
    expect(lookupCode(-32001, context).length).toBe(lookupCode(-32001).length + 1);
    expect(codeName('-32001', context)).toBe('9 meanings');
    expect(codeName('-32001', { ...context, message: 'no index books' })).toBe('Index missing');
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /^The file is not JSON: /],
    ['a wrong id', { ...FILE, id: 'Acme Search' }, /^At id: use lower-case words/],
    [
      'a built-in id',
      { ...FILE, id: 'hermes' },
      /^At id: "hermes" is a built-in vocabulary\. Choose another id\.$/,
    ],
    [
      'a code as text',
      { ...FILE, codes: [{ code: '-1', name: 'x', meaning: 'x' }] },
      /^At codes\[0\]\.code: /,
    ],
    [
      'a misspelled member',
      { ...FILE, code: [] },
      /^At the file: unknown member "code"\. Remove it or correct/,
    ],
    ['a missing meaning', { ...FILE, reasons: [{ reason: 'x' }] }, /^At reasons\[0\]\.meaning: /],
    [
      'the same code twice',
      { ...FILE, codes: [FILE.codes[1], FILE.codes[1]] },
      /^At codes\[1\]: 4711 "QuotaUsed" stands already/,
    ],
    ['nothing', { id: 'x', name: 'x' }, /^The file has no codes and no reasons/],
  ])('refuses a file with %s and names the place', (_, value, sentence) => {
    const parsed = parseOwnVocabulary(typeof value === 'string' ? value : JSON.stringify(value));
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error[0]).toMatch(sentence);
  });

  it('never throws on any file', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string()),
        (text) => typeof parseOwnVocabulary(text).ok === 'boolean',
      ),
    );
  });
});
