import { activateSession, notify, showDialog } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { showRow } from '../../state/session/show-row.ts';

/** Closes the dialog, and brings a row of any session into sight in its tab. */
export function goToRow(session: string, seq: number): void {
  if (!useScreen.getState().sessions.some((info) => info.session === session)) {
    notify({ level: 'warning', text: `The tab of session ${session} was closed.` });
    return;
  }
  showDialog(null);
  activateSession(session);
  showRow(session, seq);
}
