import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { followFront, useFilter } from '../../state/log/filter-store.ts';

/** Gives each log a filter of its own, and says what is wrong with its text; one that cannot be read filters nothing. */
export function followFilter(): void {
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const query = parseQuery(text);
    useFilter.setState({ fault: query.ok ? '' : query.error.message });
  });
  followFront();
}
