import type { Action } from '../../shell/keyboard/actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { PICKED_ACTIONS } from '../../traffic/selection/picked-actions.ts';
import { openSendAgain } from './send-again-store.ts';

const when = () => useScreen.getState().active !== null;

/** What can be sent again, and how rows are picked for it. */
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
  ...PICKED_ACTIONS,
];
