import { parseQuery } from '../../../app/frame/query/parse-query.ts';
import { setFilterSpan, useFilter } from '../../state/log/filter-store.ts';
import { useScreen, viewInFront } from '../../state/screen/screen-store.ts';

/**
 * Says what is wrong with the filter's text; one that cannot be read filters nothing. A time is of the session whose
 * strip or chart it was chosen on: another one that comes to the front shows all of its own.
 */
export function followFilter(): void {
  useFilter.subscribe(({ text }, before) => {
    if (text === before.text) return;
    const query = parseQuery(text);
    useFilter.setState({ fault: query.ok ? '' : query.error.message });
  });
  let front = viewInFront();
  useScreen.subscribe(() => {
    const before = front;
    front = viewInFront();
    if (front !== before && useFilter.getState().span !== null) setFilterSpan(null);
  });
}
