import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { followFront, useFilter } from '../../state/log/filter-store.ts';

/** Gives each log its own filter, and reports errors in its text; an invalid text filters nothing. */
export function followFilter(): void {
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const query = parseQuery(text);
    useFilter.setState({ fault: query.ok ? '' : query.error.message });
  });
  followFront();
}
