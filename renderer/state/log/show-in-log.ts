import { showCentreView } from '../screen/screen-actions.ts';
import { type FilterSpan, setFilterSpan, setFilterText } from './filter-store.ts';

/** Shows the log with the rows that this filter lets pass, of this time; null for all of it. */
export function showInLog(terms: readonly string[], span: FilterSpan | null = null): void {
  setFilterText(terms.join(' '));
  setFilterSpan(span);
  showCentreView('log');
}
