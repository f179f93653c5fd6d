import type { SendAgainState } from '../../../app/contract/send-again-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { compareWithOriginal } from '../../state/compare/compare-store.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { useSendAgain } from '../../state/re-run/re-run-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { PlanPage } from './plan-page.tsx';
import { runSentence } from './run-sentence.ts';
import styles from './send-again.module.css';
import { SentTable } from './sent-table.tsx';

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

type Props = { readonly target: SessionInfo; readonly run: SendAgainState };

/** How a run goes: what is open, what was sent, and what each request came to beside what it was. */
function RunPage({ target, run }: Props) {
  const { session } = target;
  const running = run.state === 'running';
  return (
    <div className={styles.body}>
      <p role="status">
        <b>{runSentence(run, target.label)}</b> {run.note}
      </p>
      <progress aria-label="Requests sent" max={run.total} value={run.sent} className={styles.progress} />
      <p className={styles.note}>
        {running && run.current !== '' ? `Waiting for the answer to ${run.current}.` : ' '}
      </p>
      <SentTable target={target} run={run} />
      <div className={styles.actions}>
        {running ? (
          <>
            <span className={styles.note}>It goes on when this dialog is closed.</span>
            <Button
              disabled={run.current === ''}
              onClick={() => void told(host().skipSendAgain({ session }))}
            >
              Cancel this one
            </Button>
            <Button look="primary" onClick={() => void told(host().stopSendAgain({ session }))}>
              Stop
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => useSendAgain.setState({ page: 'plan' })}>Back to the dry run</Button>
            <Button
              look="primary"
              disabled={run.sent === 0}
              onClick={() => compareWithOriginal(run.from, session)}
            >
              Compare with the original
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
