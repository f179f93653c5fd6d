import { useSendAgain } from '../../state/re-run/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { PlanPage } from './plan-page.tsx';
import { RunPage } from './run-page.tsx';
import styles from './send-again.module.css';

/** Sends requests once more, to a live session: first what would be sent, then how it goes. */
export function SendAgainDialog() {
  const { from, to, page } = useSendAgain();
  const sessions = useScreen((state) => state.sessions);
  const source = sessions.find(({ session }) => session === from);
  const target = sessions.find(({ session }) => session === to);
  return (
    <DialogShell title="Send again" width={980}>
      {page === 'run' && target?.kind === 'live' && target.sendAgain !== undefined ? (
        <RunPage target={target} run={target.sendAgain} />
      ) : source === undefined ? (
        <p className={styles.body}>The session whose requests were to be sent was closed.</p>
      ) : (
        <PlanPage source={source} />
      )}
    </DialogShell>
  );
}
