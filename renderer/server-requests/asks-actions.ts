import { showDialog } from '../state/screen/screen-actions.ts';
import { useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { isPanelOpen, setPanel, useAsks } from '../state/server-requests/asks-store.ts';
import { showServerRequest } from '../state/server-requests/show-server-request.ts';
import type { Action } from '../ui/keyboard/action.ts';
import { ANSWER_KEY } from './follow-asks.ts';

export const ASK_ACTIONS: readonly Action[] = [
  {
    group: 'Sessions',
    title: 'Answer the server',
    keys: [{ key: ANSWER_KEY }],
    run: answerOldest,
    when: () => useAsks.getState().arrived.length > 0,
  },
  {
    group: 'Sessions',
    title: 'What the server asked',
    keys: [],
    run: toggleAsks,
    when: () => activeInfo()?.kind === 'live',
  },
  {
    group: 'Sessions',
    title: 'Answer policies and roots of the session',
    keys: [{ key: 'Q' }],
    run: () => showDialog('asks'),
    when: () => activeInfo()?.kind === 'live',
  },
];

/** Goes to the ask that has waited longest, in whichever tab it is. */
export function answerOldest(): void {
  const [oldest] = useAsks.getState().arrived;
  if (oldest !== undefined) showServerRequest(oldest.session, oldest.ask);
}

/** True while the panel of the tab in front is to be seen. */
export function useAsksOpen(): boolean {
  const info = useActiveSession();
  return useAsks((state) => info !== undefined && isPanelOpen(info, state));
}

function toggleAsks(): void {
  const info = activeInfo();
  if (info === undefined) return;
  setPanel(info.session, isPanelOpen(info, useAsks.getState()) ? 'closed' : 'open');
}

function activeInfo() {
  const { sessions, active } = useScreen.getState();
  return sessions.find((info) => info.session === active);
}
