import { describe, expect, test } from 'vitest';
import { searchCatalogue } from '../../app/codes/search.ts';
import { emptyRow } from '../../app/session/row-reader.ts';
import { lookupGroups, searchContext, selectedQuery } from './lookup-results.tsx';

const row = {
  ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'),
  code: '-32602',
  text: 'no',
  method: 'tools/call',
};

describe('lookupGroups', () => {
  test('keeps every match, one group a vocabulary, in the order of the best matches', () => {
    const matches = searchCatalogue('-32001');
    const groups = lookupGroups(matches);
    expect(groups.flatMap((group) => group.matches)).toHaveLength(matches.length);
    expect(new Set(groups.map((group) => group.vocabulary)).size).toBe(groups.length);
    expect(groups[0]?.matches[0]).toBe(matches[0]);
    expect(groups.filter((group) => !group.contrast).length).toBeGreaterThan(3);
  });
});

describe('searchContext', () => {
  test("the selected row's evidence counts only for its own code", () => {
    expect(searchContext('-32602', { ...row, tier: 'protocol' }, { revision: null })).toMatchObject({
      method: 'tools/call',
      tier: 'protocol',
    });
    expect(searchContext('-32001', row, { revision: null })).toEqual({ revision: null });
  });

  test('a row without a code asks for nothing', () => {
    expect(selectedQuery(undefined)).toBe('');
    expect(selectedQuery(row)).toBe('-32602');
  });
});
