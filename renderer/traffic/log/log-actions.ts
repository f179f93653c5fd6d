import { nextTime, setLogView, sortBy, toggleRows, useLogView } from '../../state/log/log-view.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/controls/action.ts';
import { moveToBookmark } from './row-navigation.ts';

const when = () => useScreen.getState().active !== null;

/** How the log shows its rows, and how its bookmarks are found. */
export const LOG_VIEW_ACTIONS: readonly Action[] = [
  { group: 'Log', title: 'Calls or frames', keys: [{ key: 'v' }], run: toggleRows, when },
  { group: 'Log', title: 'Count times from the next thing', keys: [{ key: 'z' }], run: nextTime, when },
  { group: 'Log', title: 'Next bookmark', keys: [{ key: "'" }], run: () => moveToBookmark(1), when },
  { group: 'Log', title: 'Previous bookmark', keys: [{ key: '"' }], run: () => moveToBookmark(-1), when },
  { group: 'Log', title: 'Sort by duration', keys: [], run: () => sortBy('duration'), when },
  { group: 'Log', title: 'Sort by size', keys: [], run: () => sortBy('size'), when },
  {
    group: 'Log',
    title: 'Rows in the order of time',
    keys: [],
    run: () => sortBy(null),
    when: () => useLogView.getState().sort !== null,
  },
  {
    group: 'Log',
    title: 'Reset the widths of the columns',
    keys: [],
    run: () => setLogView({ widths: {} }),
    when,
  },
];
