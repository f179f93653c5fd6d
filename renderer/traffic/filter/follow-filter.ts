import { setRowFilter } from '../../state/log/log-mirrors.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { rowFilter } from './row-filter.ts';

/** Keeps every log's filter true to the counters and the field; a text that cannot be read filters nothing. */
export function followFilter(): void {
  useScreen.subscribe((state, before) => {
    if (state.tiers === before.tiers && state.filterText === before.filterText) return;
    const filter = rowFilter(state.tiers, state.filterText, labelOf);
    const shown = filter.ok ? filter : rowFilter(state.tiers, '', labelOf);
    if (shown.ok) setRowFilter(shown.value);
    useScreen.setState({ filterFault: filter.ok ? '' : filter.error });
  });
}

function labelOf(session: string): string {
  return useScreen.getState().sessions.find((info) => info.session === session)?.label ?? '';
}
