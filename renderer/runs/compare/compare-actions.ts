import { openCompare } from '../../state/compare/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

export const COMPARE_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Compare two runs…',
    keys: [{ key: 'C' }],
    run: openCompare,
    when: () => useScreen.getState().sessions.length > 0,
  },
];
