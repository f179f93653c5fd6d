import type { SessionInfo } from '../../app/contract/session-info.ts';
import { showDialog } from '../state/screen/screen-actions.ts';
import { activeSession } from '../state/screen/screen-store.ts';
import type { Action } from '../ui/controls/action.ts';

/** True for a tapped session whose tap lets answers be held and changed. */
export function takesOrders(info: SessionInfo | undefined): boolean {
  return info?.kind === 'tapped' && info.control !== null;
}

export const ANSWERS_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Hold or change answers of a tapped server',
    keys: [],
    run: () => showDialog('answers'),
    when: () => takesOrders(activeSession()),
  },
];
