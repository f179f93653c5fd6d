import type { Action } from '../../shell/keyboard/actions.ts';
import { openCompare } from '../../state/compare/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';

export const COMPARE_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Compare two runs…',
    keys: [{ key: 'C' }],
    run: openCompare,
    when: () => useScreen.getState().sessions.length > 0,
  },
];
