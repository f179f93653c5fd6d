import { liveInfo } from '../../app/contract/session-info.ts';
import type { Action } from '../shell/keyboard/actions.ts';
import { activateSession, selectRow, showDialog } from '../state/screen/screen-actions.ts';
import { useActiveSession, useScreen } from '../state/screen/screen-store.ts';
import { isPanelOpen, setPanel, unfoldAsk, useAsks, wishFocus } from '../state/server-requests/asks-store.ts';
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
  if (oldest !== undefined) goToAsk(oldest.session, oldest.ask);
}

/** Shows an ask with its row and gives it the focus. */
export function goToAsk(session: string, ask: string): void {
  const { sessions } = useScreen.getState();
  const info = liveInfo(sessions.find((one) => one.session === session));
  const open = info?.asks.find((one) => one.ask === ask);
  activateSession(session);
  setPanel(session, undefined);
  unfoldAsk(session, ask);
  if (open !== undefined) selectRow(session, open.seq);
  wishFocus(ask);
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
