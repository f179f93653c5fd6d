import { describe, expect, it } from 'vitest';
import { entriesWithCode, vocabularyOf } from './catalog.ts';
import { CONFLICTS, conflictOf } from './reference-tables.ts';

describe('the conflict table', () => {
  it.each([
    [-32000, 7],
    [-32001, 8],
    [-32002, 5],
    [-32003, 5],
    [-32004, 4],
    [-32005, 3],
    [-32600, 9],
    [-32602, 9],
    [0, 2],
  ])('lists the meanings of %i side by side', (code, count) => {
    expect(conflictOf(code)?.meanings).toHaveLength(count);
  });

  it('names only vocabularies of the catalog, at least one for each meaning', () => {
    for (const { meanings, label } of CONFLICTS) {
      for (const { vocabularies, local = [], name } of meanings) {
        const all = [...vocabularies, ...local];
        expect(all, `${label} ${name}`).not.toEqual([]);
        for (const id of all) expect(vocabularyOf(id), id).toBeDefined();
      }
    }
  });

  it('covers every number of the legacy block that the catalog knows', () => {
    for (let code = -32019; code <= -32000; code += 1) {
      if (entriesWithCode(code).length > 0) expect(conflictOf(code), String(code)).toBeDefined();
    }
  });
});
