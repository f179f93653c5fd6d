import type { Row } from '../../../app/frame/row.ts';
import { outcomeTerm } from '../../../app/query/filter-keys.ts';
import { filterTerm } from '../../../app/query/filter-term.ts';

/** One thing that a row has in common with others, as a person and as the filter says it. */
export type RowTerm = { readonly label: string; readonly term: string };

/** What a log can be filtered by so that it shows rows like this one, the most telling first; `rules` are its findings'. */
export function rowTerms(row: Row, rules: readonly string[]): RowTerm[] {
  const terms: RowTerm[] = [];
  const add = (label: string, term: string) => terms.push({ label, term });
  if (row.method === 'tools/call' && row.target !== '')
    add(`Tool ${row.target}`, filterTerm('tool', row.target));
  if (row.code !== '') add(`Code ${row.code}`, filterTerm('code', row.code));
  for (const rule of new Set(rules)) add(`Rule ${rule}`, filterTerm('rule', rule));
  if (row.outcome !== '') add(`Outcome ${row.outcome}`, `outcome:${outcomeTerm(row.outcome)}`);
  if (row.tier !== 'ok') add(`Tier ${row.tier}`, `tier:${row.tier}`);
  const isMessage = row.kind === 'frame' && row.shape !== 'invalid';
  if (isMessage && row.method !== '') add(`Method ${row.method}`, filterTerm('method', row.method));
  if (row.kind !== 'frame') add(kindLabel(row.kind), `kind:${row.kind}`);
  return terms;
}

function kindLabel(kind: Exclude<Row['kind'], 'frame'>): string {
  switch (kind) {
    case 'stderr':
      return 'Lines of stderr';
    case 'process':
      return 'Events of the process';
    case 'client':
      return 'Events of the client';
    case 'mark':
      return 'Bookmarks';
    case 'dropped':
      return 'What was dropped';
  }
}
