import { showDialog } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import type { Action } from '../../ui/keyboard/action.ts';

/** What can be done with the settings of the session in front. */
export const SETTINGS_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Session settings: era, time-outs, capabilities, watch',
    keys: [{ key: ',' }],
    run: () => showDialog('session-settings'),
    when: hasSettings,
  },
];

function hasSettings(): boolean {
  const { sessions, active } = useScreen.getState();
  return sessions.some(({ session, kind }) => session === active && kind === 'live');
}
