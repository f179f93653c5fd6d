import { openSendAgain } from '../../state/re-run/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

const when = () => useScreen.getState().active !== null;

/** What can be sent again. */
export const SEND_AGAIN_ACTIONS: readonly Action[] = [
  { group: 'Log', title: 'Send again…', keys: [{ key: 'R' }], run: () => openSendAgain(), when },
  {
    group: 'Log',
    title: 'Send all requests of the session again…',
    keys: [],
    run: () => openSendAgain('whole'),
    when,
  },
  {
    group: 'Log',
    title: 'Send what the filter shows again…',
    keys: [],
    run: () => openSendAgain('filtered'),
    when,
  },
];
