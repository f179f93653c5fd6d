import { expect, it } from 'vitest';
import { rowTest } from '../../../app/frame/query/matches-row.ts';
import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { emptyRow, type Row } from '../../../app/frame/row.ts';
import { rowTerms } from './row-text.ts';

const place = { seq: 1, at: 0, session: 's1' };
const rows: readonly Partial<Row>[] = [
  { method: 'tools/call', target: 'read, or "write"', outcome: 'tool error', tier: 'tool' },
  { method: 'resources/read', target: 'a://b', code: '-32002', outcome: 'protocol error', tier: 'protocol' },
  { method: 'tools/call', target: 'x*', code: '"E_NO"', outcome: 'timed out', tier: 'client' },
  { kind: 'stderr', text: 'no' },
];

it('the terms of a row are filters that it passes itself', () => {
  for (const change of rows) {
    const row: Row = { ...emptyRow(place, change.kind ?? 'frame'), ...change };
    const terms = rowTerms(row, ['T01', 'T01', 'Q11']);
    expect(terms.length).toBeGreaterThan(0);
    expect(new Set(terms.map(({ label }) => label)).size).toBe(terms.length);
    for (const { term } of terms) {
      const query = parseQuery(term);
      if (!query.ok) throw new Error(`${term}: ${query.error.message}`);
      expect(rowTest(query.value)(row, { rules: ['T01', 'Q11'] }), term).toBe(true);
    }
  }
});
