import { openReRun } from '../../state/re-run/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const when = () => useScreen.getState().active !== null;

/** What can be sent again. */
export const RE_RUN_ACTIONS: readonly Action[] = [
  { group: 'Log', title: 'Send again…', keys: [{ key: 'R' }], run: () => openReRun(), when },
  {
    group: 'Log',
    title: 'Send all requests of the session again…',
    keys: [],
    run: () => openReRun('whole'),
    when,
  },
  {
    group: 'Log',
    title: 'Send what the filter shows again…',
    keys: [],
    run: () => openReRun('filtered'),
    when,
  },
];
