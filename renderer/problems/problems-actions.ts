import { showProblemOf } from '../state/problems/problems-store.ts';
import { selectedKey, showDialog } from '../state/screen/screen-actions.ts';
import type { Action } from '../ui/keyboard/action.ts';

/** What can be done about problems from anywhere. */
export const PROBLEM_ACTIONS: readonly Action[] = [
  {
    group: 'Log',
    title: 'Show the problem of the selected row',
    keys: [{ key: 'u' }],
    run: () => {
      const key = selectedKey();
      if (key !== null) void showProblemOf(key.session, key.seq);
    },
    when: () => selectedKey() !== null,
  },
  { group: 'View', title: 'Rules that are off', keys: [], run: () => showDialog('rules-off') },
];
