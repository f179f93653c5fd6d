import { openReRun } from '../../state/runs/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/controls/action.ts';

const when = () => useScreen.getState().active !== null;

/** The commands that re-run requests. */
export const RE_RUN_ACTIONS: readonly Action[] = [
  { group: 'Log', title: 'Re-run…', keys: [{ key: 'R' }], run: () => openReRun(), when },
  {
    group: 'Log',
    title: 'Re-run all requests of the session…',
    keys: [],
    run: () => openReRun('whole'),
    when,
  },
  {
    group: 'Log',
    title: 'Re-run what the filter shows…',
    keys: [],
    run: () => openReRun('filtered'),
    when,
  },
];
