import type { Action } from '../keyboard/actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { clearPicked, pickFurther } from './picked-rows.ts';
import { openSendAgain } from './send-again-store.ts';

const when = () => useScreen.getState().active !== null;
/** Rows are picked in one session's log. */
const inOneLog = () => when() && !useScreen.getState().merged;

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
  { group: 'Log', title: 'Pick rows down', keys: [{ key: 'J' }], run: () => pickFurther(1), when: inOneLog },
  { group: 'Log', title: 'Pick rows up', keys: [{ key: 'K' }], run: () => pickFurther(-1), when: inOneLog },
  { group: 'Log', title: 'Pick no rows', keys: [], run: clearPicked, when: inOneLog },
];
