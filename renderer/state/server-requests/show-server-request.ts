import { liveInfo } from '../../../app/contract/session-info.ts';
import { activateSession, selectRow } from '../screen/screen-actions.ts';
import { useScreen } from '../screen/screen-store.ts';
import { setPanel, unfoldAsk, wishFocus } from './asks-store.ts';

/** Brings a server request to the front, with its row, and gives it the focus. */
export function showServerRequest(session: string, ask: string): void {
  const { sessions } = useScreen.getState();
  const info = liveInfo(sessions.find((one) => one.session === session));
  const open = info?.asks.find((one) => one.ask === ask);
  activateSession(session);
  setPanel(session, undefined);
  unfoldAsk(session, ask);
  if (open !== undefined) selectRow(session, open.seq);
  wishFocus(ask);
}
