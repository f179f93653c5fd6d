import { showProblemOf } from '../../state/problems/problems-store.ts';
import { selectedKey, showDialog } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/controls/action.ts';

const SHOW_PROBLEM: Action = {
  group: 'Log',
  title: 'Show the problem of the selected row',
  keys: [{ key: 'u' }],
  run: () => {
    const key = selectedKey();
    if (key !== null) void showProblemOf(key.session, key.seq);
  },
  when: () => selectedKey() !== null,
};

/** The same for the menu of a row, which says whose problem it is by its place. */
export const SHOW_ITS_PROBLEM: Action = { ...SHOW_PROBLEM, title: 'Show its problem' };

/** What can be done about problems from anywhere. */
export const PROBLEM_ACTIONS: readonly Action[] = [
  SHOW_PROBLEM,
  { group: 'View', title: 'Rules that are off', keys: [], run: () => showDialog('rules-off') },
];
