import type { Action } from '../keyboard/actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { openCompare } from './compare-store.ts';

export const COMPARE_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Compare two runs…',
    keys: [{ key: 'C' }],
    run: openCompare,
    when: () => useScreen.getState().sessions.length > 0,
  },
];
