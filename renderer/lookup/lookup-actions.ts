import { sessionLog } from '../store/log-mirrors.ts';
import { setLookup } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { selectedQuery } from './lookup-query.ts';

/** Opens the code lookup with the selected row's code; closes it where it is open. */
export function toggleLookup(): void {
  const { lookup } = useScreen.getState();
  if (lookup.open) setLookup({ open: false });
  else openLookup();
}

/** Opens the code lookup; where nothing is pinned it shows the selected row's code. */
export function openLookup(): void {
  const { lookup, active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  const row = active === null || seq === null ? undefined : sessionLog(active).mirror.rowOf(seq);
  const query = selectedQuery(row);
  setLookup({ open: true, query: lookup.pinned || query === '' ? lookup.query : query });
}

/** Pins what the lookup shows, or lets it follow the selection again. */
export function togglePin(): void {
  setLookup({ pinned: !useScreen.getState().lookup.pinned });
}
