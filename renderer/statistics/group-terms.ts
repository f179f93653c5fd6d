import { filterTerm } from '../../app/query/filter-term.ts';
import type { GroupStatistics } from '../../app/stats/session-statistics.ts';
import { type FilterSpan, setFilterSpan, setFilterText } from '../state/filter/filter-store.ts';
import { showCentreView } from '../state/screen/screen-actions.ts';

type Group = Pick<GroupStatistics, 'method' | 'target'>;

/** Shows the log with the rows that this filter lets pass, of this time; null for all of it. */
export function showInLog(terms: readonly string[], span: FilterSpan | null = null): void {
  setFilterText(terms.join(' '));
  setFilterSpan(span);
  showCentreView('log');
}

/** The terms that fit the calls of a tool, or of another method; of one session, if it is named. */
export function groupTerms({ method, target }: Group, session: string): string[] {
  const own = method === 'tools/call' ? filterTerm('tool', target) : filterTerm('method', method);
  return session === '' ? [own] : [filterTerm('session', session), own];
}
