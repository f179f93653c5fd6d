import { leaveOut, showInOwnTab, showMerged } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const isMerged = () => useScreen.getState().merged;

/** The ways into the merged log and out of it. */
export const MERGED_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'All sessions in one log',
    keys: [{ key: 'a' }],
    run: showMerged,
    when: () => useScreen.getState().sessions.length > 0,
  },
  {
    group: 'Sessions',
    title: 'Show the selected row in its own tab',
    keys: [{ key: 'g' }],
    run: showInOwnTab,
    when: isMerged,
  },
  {
    group: 'Sessions',
    title: 'Let every session take part in the merged log',
    keys: [],
    run: () => leaveOut([]),
    when: () => isMerged() && useScreen.getState().leftOut.length > 0,
  },
];
